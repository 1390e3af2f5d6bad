import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Script that reads commands until its input closes, which happens however this process ends, even when killed. Removes the folder
 * repeatedly, because stopping processes may still write into it.
 */
const SCRIPT = `
groups=' ' folder=
while read -r what value; do
  case $what in
    started) groups="$groups$value " ;;
    ended) case $groups in *" $value "*) groups="\${groups%% $value *} \${groups#* $value }" ;; esac ;;
    folder) folder=$value ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  [ -n "$folder" ] && [ -e "$folder" ] || exit 0
  rm -rf -- "$folder"
  sleep 1
done`;

let reaper: ChildProcess | undefined;

const consume = (line: string) => {
  if (!reaper) {
    reaper = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    reaper.unref();
    // A pipe of child_process is a socket.
    (reaper.stdin as Socket | null)?.unref();
  }
  reaper.stdin?.write(`${line}\n`);
};

/** Kills the process group of `pid` when this process ends in any way. */
export const endWithUs = (pid: number): void => consume(`started ${pid}`);

/** Must be called when the group has ended by itself, since its number may be reused. */
export const hasEnded = (pid: number): void => consume(`ended ${pid}`);

/** Removes the folder when this process ends in any way. One folder at most. */
export const removeWithUs = (folder: string): void => consume(`folder ${folder}`);
