#!/usr/bin/env node
// Runs before anything is installed, by any Node from 18 on: nothing but Node itself is imported here and in install/.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './install/debian.mjs';
import { repository } from './install/folders.mjs';
import { installNpmPackages } from './install/npm.mjs';

const HELP = `Usage: npm start | npm run dev | npm run reset | npm test | npm run bench:NAME
   or: node stack/cli.mjs <command> [options]

  start           install what is missing, then run the whole platform on one address
    --no-demo       without the demo data
    --replicas N    N processes of each service, front-end server and gateway behind one address, 1 to 3 (default 1)
  dev             the same, with watch and hot reload
    --inspect NAME  runs that process under the debugger (127.0.0.1:9229; .vscode/launch.json attaches to it)
  reset           remove the data of the stack
    --yes           without a prompt
  test            run every test; prints "N passed, N failed"
    WORKSPACE       only those of that workspace, such as billing; arguments of jest narrow it further
  install         only install what is missing, a browser and the servers included
  bench gateway   measure the gateway beside plain Node
  bench web       measure the public pages on a slow phone
  bench billing   measure postbacks beside reads
  bench scale     compare sites of few and many models
  bench evening   many lives that begin at the same minute
    --help        the options of that bench
  run FILE | TOOL install the npm packages if they are missing, then run a script or an installed tool with its options

Environment
  PORT            the public address is http://localhost:PORT (default 8080)
  DATA_DIR        where everything is stored (default .data); two folders and ports make two stacks
  POSTGRES_URL, MONGO_URL, RABBIT_URL
                  a server of yours instead of one that is started here
`;

const NEEDS_SERVERS = ['start', 'dev', 'test', 'install'];
const COMMANDS = [...NEEDS_SERVERS, 'reset', 'bench', 'run'];
const [command, ...options] = process.argv.slice(2);

/** Interval between two checks of the parent process. */
const POLL_INTERVAL_MS = 500;

/** npm, or the shell it runs us by, may be killed without a signal to this process: the stack could then not be stopped any more. */
const stopWithParent = (child) => {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    child.kill('SIGTERM');
  }, POLL_INTERVAL_MS);
};

/** Returns the path of a script of the repository, or of a tool among its packages. */
const scriptOf = (name = '') => {
  const script = /\.m?[jt]s$/.test(name) ? join(repository, name) : join(repository, 'node_modules', '.bin', name);
  if (!name || !existsSync(script)) throw new Error(`There is no script or tool "${name}"`);
  return script;
};

/** Gives the session of a child process this process's niceness: Linux weighs sessions before processes (sched(7), autogroup). */
const lowerSession = (pid) => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(getPriority()));
  } catch {
    // Not Linux, or without autogroups: the niceness itself counts there.
  }
};

/** Hands over to the pinned Node. It has a group of its own, so that each signal reaches it once: from here. */
const handOver = () => {
  const bin = join(repository, 'node_modules', '.bin');
  const node = join(bin, 'node');
  if (!existsSync(node))
    throw new Error(
      `${node} is missing: the package "node" needs its install script (npm ci without --ignore-scripts)`,
    );
  const [script, ...own] =
    command === 'run'
      ? [scriptOf(options[0]), ...options.slice(1)]
      : [join(repository, 'stack', 'src', 'main.ts'), command, ...options];
  const child = spawn(node, [script, ...own], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  });
  if (getPriority() > 0) lowerSession(child.pid);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
};

if (
  !command ||
  command === '--help' ||
  command === '-h' ||
  (options.includes('--help') && command !== 'run' && !(command === 'bench' && options[0] !== '--help'))
) {
  process.stdout.write(HELP);
} else if (!COMMANDS.includes(command)) {
  process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
  process.exitCode = 2;
} else {
  try {
    const isBench = command === 'bench' && options[0] === 'web' && !options.includes('--help');
    const isBrowsing = command === 'test' || command === 'install' || isBench;
    if (NEEDS_SERVERS.includes(command) || isBrowsing) await installDebianPackages({ browser: isBrowsing });
    await installNpmPackages();
    if (command !== 'install') handOver();
  } catch (error) {
    process.stderr.write(`  ✗ ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
