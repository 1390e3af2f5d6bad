import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { endWithUs, hasEnded } from './reaper.ts';

export interface Command {
  command: string;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** File to which the output of the process is appended. */
  log: string;
  uid?: number;
  gid?: number;
}

/** A started process, and the function that stops it. */
export interface Running {
  pid: number;
  /** Resolves when the process has ended, with its exit code or signal. */
  exited: Promise<string>;
  /** Stops the process and its child processes: gracefully, then by force after `graceMs`. */
  stop: (graceMs?: number) => Promise<void>;
}

/** Value of `exited` for a process that ended by itself without an error. */
export const SUCCESS = 'exit code 0';

const signalGroup = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/**
 * Starts a process in its own process group: Ctrl-C in the terminal reaches only the stack, which stops the others in order. When
 * the process ends, its remaining child processes are killed.
 * @throws when the program cannot be started
 */
export const launch = async (
  { command, args = [], env = process.env, cwd, log, uid, gid }: Command,
  stopSignal: NodeJS.Signals = 'SIGTERM',
): Promise<Running> => {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid) {
        signalGroup(child.pid, 'SIGKILL');
        hasEnded(child.pid);
      }
      resolve(signal ?? `exit code ${code}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${command} did not start`);
  endWithUs(pid);
  return {
    pid,
    exited,
    stop: async (graceMs = 20_000) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(stopSignal);
      const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(force);
    },
  };
};

/**
 * Runs a command and waits for its exit.
 * @throws when its exit code is not 0
 */
export const runToEnd = async (command: Command): Promise<void> => {
  const running = await launch(command);
  const end = await running.exited;
  if (end !== SUCCESS) throw new Error(`${[command.command, ...(command.args ?? [])].join(' ')} ended with ${end}`);
};
