import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads what to do until its input closes, which happens whatever way this process ends, a kill included.
 * The folder is removed more than once: what is still stopping may write into it.
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

/** Whatever way this process ends, the process group of `pid` ends with it. */
export const endWithUs = (pid: number): void => consume(`started ${pid}`);

/** The group has ended by itself; its number may now belong to others. */
export const hasEnded = (pid: number): void => consume(`ended ${pid}`);

/** Removes the folder when this process ends, whatever way. One folder at most. */
export const removeWithUs = (folder: string): void => consume(`folder ${folder}`);
