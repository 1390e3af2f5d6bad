import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES } from 'contracts/services';
import { duplicateEvents, QUEUE_NAMES, reorderEvents } from './event-tap.ts';
import type { Journeys } from './journeys.ts';
import type { PostbackMode } from './payment-journey.ts';
import { familyOf, SERVERS, signal } from './platform.ts';
import type { Platform, ProcessFaults, ServerName } from './platform.ts';
import type { Random } from './random.ts';
import type { TcpProxy } from './tcp-proxy.ts';

interface Tools {
  platform: Platform;
  journeys: Journeys;
  random: Random;
}

export interface Fault {
  kind: string;
  /** Whether the fault needs a stack that chaos has started: proxies before the servers, process-faults.mjs in the processes. */
  needsOwnStack: boolean;
  targets: readonly string[];
  /** Injects the fault and ends it. @returns a description of what it did, for the progress line */
  inject: (target: string, tools: Tools) => Promise<string>;
}

const CLOCKS = ['gateway', ...SERVICE_NAMES];
const PROCESSES = [...CLOCKS, 'media-worker', 'shell'];
const HOUR_MS = 3_600_000;
const CLOCK_SHIFTS_MS = [-26 * HOUR_MS, -2 * HOUR_MS, -90_000, 90_000, 2 * HOUR_MS, 40 * 24 * HOUR_MS];

const drawDurationMs = ({ random }: Tools, most = 4_000): number => random.between(1_000, most);
const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const kill = async (target: string, { platform }: Tools) => {
  signal([platform.pidOf(target)], 'SIGKILL');
  return 'SIGKILL';
};

const suspend = async (target: string, tools: Tools) => {
  const family = familyOf(tools.platform.pidOf(target));
  const ms = drawDurationMs(tools, 6_000);
  signal(family, 'SIGSTOP');
  await pause(ms);
  signal(family, 'SIGCONT');
  return `SIGSTOP for ${formatSeconds(ms)}`;
};

const restartBy =
  (signalOf: (target: string) => NodeJS.Signals) =>
  async (target: string, { platform }: Tools) => {
    const pid = platform.pidOf(target);
    signal([pid], signalOf(target));
    // A graceful shutdown may take as long as requests do; the fault lasts until the process has ended.
    for (let waited = 0; waited < 60_000 && isRunning(pid); waited += 100) await pause(100);
    return signalOf(target);
  };
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};

const processFault = (kind: string, inject: Fault['inject'], targets = PROCESSES): Fault => ({
  kind,
  needsOwnStack: false,
  targets,
  inject,
});
const serverFault = (kind: string, inject: Fault['inject']): Fault => ({
  kind,
  needsOwnStack: false,
  targets: SERVERS,
  inject,
});
const networkFault = (kind: string, inject: (proxy: TcpProxy, tools: Tools) => Promise<string>): Fault => ({
  kind,
  needsOwnStack: true,
  targets: SERVERS,
  inject: (target, tools) => {
    const proxy = tools.platform.proxies?.[target as ServerName];
    if (!proxy) throw new Error(`${target} has no proxy`);
    return inject(proxy, tools);
  },
});
const inProcessFault = (
  kind: string,
  targets: readonly string[],
  choose: (random: Random) => { faults: ProcessFaults; description: string },
): Fault => ({
  kind,
  needsOwnStack: true,
  targets,
  inject: async (target, tools) => {
    const { platform, random } = tools;
    if (!platform.setProcessFaults) throw new Error(`${target} does not load process-faults.mjs`);
    const pid = platform.pidOf(target);
    const { faults, description } = choose(random);
    const ms = drawDurationMs(tools);
    platform.setProcessFaults(pid, faults);
    await pause(ms);
    platform.setProcessFaults(pid, null);
    return `${description} for ${formatSeconds(ms)}`;
  },
});
const postbackFault = (kind: string, mode: PostbackMode): Fault => ({
  kind,
  needsOwnStack: false,
  targets: ['partner'],
  inject: async (_target, tools) => {
    const before = tools.journeys.acknowledged.payments.length;
    tools.journeys.setMode(mode);
    await pause(drawDurationMs(tools));
    tools.journeys.setMode('once');
    return `${tools.journeys.acknowledged.payments.length - before} payments`;
  },
});

/** All kinds of faults. */
export const FAULTS: readonly Fault[] = [
  processFault('process-kill', kill),
  processFault('process-stop', suspend),
  processFault(
    'process-restart',
    restartBy(() => 'SIGTERM'),
  ),
  // Mails wait in their queue meanwhile; registrations and payments continue.
  processFault('mailer-stop', suspend, ['mailbox']),
  inProcessFault('clock-shift', CLOCKS, (random) => {
    const clockShiftMs = random.pick(CLOCK_SHIFTS_MS);
    return {
      faults: { clockShiftMs },
      description: `clock ${clockShiftMs > 0 ? '+' : '-'}${formatSeconds(Math.abs(clockShiftMs))}`,
    };
  }),
  inProcessFault('disk-full', ['media', 'media-worker'], (random) =>
    random.pick([
      { faults: { isDiskFull: true, isDiskReported: true }, description: 'no free bytes' },
      { faults: { isDiskFull: true }, description: 'ENOSPC in the middle of a file' },
    ]),
  ),
  serverFault('server-kill', kill),
  serverFault('server-stop', suspend),
  serverFault(
    'server-restart',
    // PostgreSQL waits for its clients on SIGTERM; SIGINT is its fast shutdown (postgres(1)).
    restartBy((target) => (target === 'postgres' ? 'SIGINT' : 'SIGTERM')),
  ),
  networkFault('black-hole', async (proxy, tools) => {
    const ms = drawDurationMs(tools, 6_000);
    const isResumed = tools.random.pick([true, false]);
    const heal = proxy.openBlackHole(isResumed);
    await pause(ms);
    heal();
    return `no byte for ${formatSeconds(ms)}, then ${isResumed ? 'late' : 'reset'}`;
  }),
  networkFault('slow', async (proxy, tools) => {
    const ms = drawDurationMs(tools);
    const pace = { latencyMs: tools.random.between(50, 400), bytesPerSecond: tools.random.between(20_000, 200_000) };
    const heal = proxy.slow(pace);
    await pause(ms);
    heal();
    return `${pace.latencyMs} ms and ${Math.round(pace.bytesPerSecond / 1_000)} kB/s for ${formatSeconds(ms)}`;
  }),
  networkFault('reset', async (proxy, { random }) => {
    const times = random.between(1, 5);
    for (let time = 0; time < times; time += 1) {
      proxy.reset();
      await pause(random.between(50, 500));
    }
    return `${times} times`;
  }),
  networkFault('half-open', async (proxy, tools) => {
    const ms = drawDurationMs(tools, 6_000);
    const count = proxy.connections();
    const heal = proxy.leaveHalfOpen();
    await pause(ms);
    heal();
    return `${count} connections for ${formatSeconds(ms)}`;
  }),
  {
    kind: 'events-duplicate',
    needsOwnStack: false,
    targets: QUEUE_NAMES,
    inject: async (target, tools) => {
      const queue = target as (typeof QUEUE_NAMES)[number];
      return `${await duplicateEvents(tools.platform.rabbitUrl, queue, () => pause(drawDurationMs(tools)))} events`;
    },
  },
  {
    kind: 'events-reordered',
    needsOwnStack: false,
    targets: QUEUE_NAMES,
    inject: async (target, tools) => {
      const queue = target as (typeof QUEUE_NAMES)[number];
      return `${await reorderEvents(tools.platform.rabbitUrl, queue, () => pause(drawDurationMs(tools)))} events`;
    },
  },
  postbackFault('postbacks-duplicate', 'duplicate'),
  postbackFault('postbacks-late', 'late'),
  postbackFault('postbacks-reordered', 'reordered'),
];

/**
 * Chooses the kinds of faults of a run.
 * @param kinds null for all
 * @returns the faults that can be injected, and those that need a stack started by chaos
 * @throws when a name is unknown
 */
export const chooseFaults = (
  kinds: readonly string[] | null,
  isOwnStack: boolean,
): { faults: Fault[]; skipped: string[] } => {
  const unknown = kinds?.find((name) => !FAULTS.some(({ kind }) => kind === name));
  if (unknown !== undefined)
    throw new Error(`There is no kind "${unknown}": choose of ${FAULTS.map(({ kind }) => kind).join(', ')}.`);
  const selected = FAULTS.filter(({ kind }) => kinds?.includes(kind) ?? true);
  return {
    faults: selected.filter(({ needsOwnStack }) => isOwnStack || !needsOwnStack),
    skipped: selected.filter(({ needsOwnStack }) => !isOwnStack && needsOwnStack).map(({ kind }) => kind),
  };
};
