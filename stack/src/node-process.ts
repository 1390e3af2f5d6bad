import { join } from 'node:path';
import { launch } from './child.ts';
import { repository } from './folders.ts';
import { INSPECTOR } from './inspect.ts';
import { raisePriority } from './process-priority.ts';
import type { Process, ProcessName } from './processes.ts';
import type { Supervised } from './supervisor.ts';
import { waitUntil } from './wait-until.ts';

/** Time a process may take to get ready; two cores share sixteen of them at a start. */
const READY_TIMEOUT_MS = 120_000;

/** What of the environment of the stack its processes may see; the rest of theirs is in the table. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

/** Compiled code is cached between starts: sixteen processes would else compile the same modules on two cores each time. */
export const COMPILE_CACHE = join(repository, 'node_modules', '.cache', 'node');

/** Every thread of libuv and sharp would otherwise keep a heap of its own for good (glibc, mallopt(3): M_ARENA_MAX). */
const FEW_HEAPS = { MALLOC_ARENA_MAX: '2' };

/**
 * Go before the processes that handle events, which the broker keeps for them: every request passes through the gateway, and the payment
 * partner waits for billing, whose transaction of some twenty queries would otherwise queue for a core at each.
 */
const FIRST: ReadonlySet<ProcessName> = new Set(['gateway', 'billing']);

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

/** How one process of the table is run: by this very Node, with a log of its own. */
export const superviseProcess = (
  { name, instance, script, url, environment, readyAt }: Process,
  { log, watch = false, inspected = false }: { log: string; watch?: boolean; inspected?: boolean },
): Supervised => ({
  name: instance,
  log,
  start: async () => {
    // A development server watches by itself.
    const watching = watch && !readyAt ? ['--import', RESTART_ON_CHANGE] : [];
    const preload = process.env.PROCESS_PRELOAD ? ['--import', process.env.PROCESS_PRELOAD] : [];
    const args = [...preload, ...watching, ...(inspected ? [`--inspect=${INSPECTOR}`] : []), script];
    // The whole stack stops: no client has to be moved elsewhere first.
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
