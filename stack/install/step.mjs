import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, repository } from './folders.mjs';

const LINES_SHOWN = 25;
/** Time after which a long step reports that it still runs. */
const HEARTBEAT_MS = 10_000;

/** Not on standard output, which belongs to the command that is installed for. */
const print = (line) => process.stderr.write(`  ${line}\n`);
const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Runs one command of the installation, its output in a log of its own.
 * @param {{ name: string, log: string, command: string, args: string[], env?: Record<string, string>, advice: string }} step
 * @throws when it fails, with the end of its log and what to do
 */
export const runStep = async ({ name, log, command, args, env = {}, advice }) => {
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, log);
  const output = openSync(file, 'w');
  const since = Date.now();
  print(`… ${name}`);
  const heartbeat = setInterval(() => print(`  ${name}: still at it (${seconds(since)})`), HEARTBEAT_MS);
  const end = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repository,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  clearInterval(heartbeat);
  if (end === 0) return print(`✓ ${name} (${seconds(since)})`);
  const tail = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN);
  throw new Error(
    [
      `${name} failed (${end})`,
      `Its log is ${file} and ends with:`,
      ...tail.map((line) => `  ${line}`),
      `What to do: ${advice}`,
    ].join('\n    '),
  );
};
