import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorError } from '../operator-error.ts';

/** Characters of a program's output that an error quotes. */
const MAX_OUTPUT_CHARACTERS = 4_000;
const DEBIAN = '/usr/lib/postgresql';

/** Returns the newest version that Debian installed, else the one on the PATH: pg_dump must not be older than the server. */
const find = (program: string): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
};
/** Whether pg_dump and pg_restore are installed. */
export const hasPrograms = (): boolean => find('pg_dump') !== undefined && find('pg_restore') !== undefined;

/** Passes the password by the environment: every user of the machine can read command lines. */
const connection = (url: string) => {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  return {
    database: target.href,
    environment: { ...process.env, ...(password && { PGPASSWORD: password }), PGCONNECT_TIMEOUT: '10' },
  };
};

/** Returns the error lines of the program itself; the lines after each may quote a row. */
const faultsIn = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.startsWith('pg_'))
    .join(' ') || 'without a message';

/**
 * Runs a PostgreSQL program on a database.
 * @returns its output, and a promise of its exit
 */
export const runProgram = (
  program: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): { output: Readable; ended: Promise<void> } => {
  const { database, environment } = connection(url);
  const path = find(program);
  if (!path)
    throw new OperatorError(
      `${program} is missing: install PostgreSQL's client programs (Debian: postgresql-client), of the server's version or newer.`,
    );
  const child = spawn(path, [`--dbname=${database}`, '--no-password', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  const ended = new Promise<void>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) =>
      code === 0 ? done() : failed(new Error(`${program} ended with ${code ?? signal}: ${faultsIn(output)}`)),
    );
  });
  return { output: child.stdout, ended };
};
