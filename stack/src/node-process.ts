import { join } from 'node:path';
import { launch } from './child.ts';
import { repository } from './folders.ts';
import { INSPECTOR } from './inspect.ts';
import { raisePriority } from './process-priority.ts';
import type { Process, ProcessName } from './processes.ts';
import type { Supervised } from './supervisor.ts';
import { waitUntil } from './wait-until.ts';

/** Time for a process to become ready; at a start, sixteen of them share two cores. */
const READY_TIMEOUT_MS = 120_000;

/** Variables of the stack's environment that its processes inherit; the table has the others. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

/** Caches compiled code between starts: sixteen processes would otherwise compile the same modules on two cores. */
export const COMPILE_CACHE = join(repository, 'node_modules', '.cache', 'node');

/**
 * Limits malloc arenas: each thread of libuv and sharp would otherwise have its own permanently (glibc, mallopt(3): M_ARENA_MAX).
 */
const FEW_HEAPS = { MALLOC_ARENA_MAX: '2' };

/**
 * Processes with a higher priority than those that handle events, which the broker retains: every request passes through the
 * gateway, and the payment partner waits for billing, whose transaction of about twenty queries would otherwise wait for a core
 * each time.
 */
const FIRST: ReadonlySet<ProcessName> = new Set(['gateway', 'billing']);

/** Returns the environment of a process that Node runs from its sources, without its own settings. */
export const ownEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...FEW_HEAPS,
  ...passedOn(),
});

const passedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

const RESTART_ON_CHANGE = new URL('./restart-on-change.ts', import.meta.url).href;

const isReady = async (url: string) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url} responds ${response.status}`);
};

/** Describes how to run one process of the table: with this Node binary, and its own log. */
export const superviseProcess = (
  { name, instance, script, url, environment, readyAt }: Process,
  { log, watch = false, inspected = false }: { log: string; watch?: boolean; inspected?: boolean },
): Supervised => ({
  name: instance,
  log,
  start: async () => {
    // A development server watches its files itself.
    const watching = watch && !readyAt ? ['--import', RESTART_ON_CHANGE] : [];
    const preload = process.env.PROCESS_PRELOAD ? ['--import', process.env.PROCESS_PRELOAD] : [];
    const args = [...preload, ...watching, ...(inspected ? [`--inspect=${INSPECTOR}`] : []), script];
    // The whole stack stops, so no client must be moved to another replica first.
    const running = await launch(
      { command: process.execPath, args, cwd: repository, env: { ...ownEnvironment(), ...environment }, log },
      'SIGINT',
    );
    if (FIRST.has(name)) raisePriority(running.pid);
    const management = `http://127.0.0.1:${environment.MANAGEMENT_PORT}`;
    const addresses = readyAt ?? [`${management}/health/ready`];
    const attempt = async () => void (await Promise.all(addresses.map(isReady)));
    return {
      ...running,
      ...(url && { url }),
      ...(!readyAt && { management }),
      ready: () => waitUntil(instance, attempt, { deadlineMs: READY_TIMEOUT_MS, ended: running.exited }),
    };
  },
});
