import { setTimeout as pause } from 'node:timers/promises';
import { SUCCESS } from './child.ts';
import type { Running } from './child.ts';

/** Delays before a process is restarted: short after the first death, longer after repeated ones. */
const RESTART_DELAYS_MS = [100, 500, 1_500] as const;
/** Lifetime after which a process counts as healthy: its next death starts with the first delay again. */
const HEALTHY_AFTER_MS = 10_000;

/** Supervised process: `start` is called again after each death, and must give the same address. */
export interface Supervised {
  name: string;
  log: string;
  start: () => Promise<Running & { url?: string; management?: string; ready: () => Promise<void> }>;
}

/** Process as listed in stack.json. */
export interface ProcessEntry {
  pid: number;
  url?: string;
  /** Address of metrics and health. */
  management?: string;
  log: string;
}

interface SupervisorOptions {
  print: (line: string) => void;
  /** Called after each change of a pid. */
  changed?: () => void;
}

/** Starts processes, restarts them when they die, and stops them in reverse order. */
export const createSupervisor = ({ print, changed = () => undefined }: SupervisorOptions) => {
  const table = new Map<string, { entry: ProcessEntry; running: Running }>();
  const tiers: string[][] = [];
  let stopping = false;

  const begin = async ({ name, log, start }: Supervised) => {
    const running = await start();
    table.set(name, {
      entry: {
        pid: running.pid,
        ...(running.url && { url: running.url }),
        ...(running.management && { management: running.management }),
        log,
      },
      running,
    });
    if (stopping) await running.stop(0);
    changed();
    return running;
  };

  const revive = async (supervised: Supervised, first: Running): Promise<void> => {
    let deaths = 0;
    let running: Running | undefined = first;
    for (;;) {
      const since = Date.now();
      const reason: string = running ? await running.exited : 'could not be started';
      if (stopping) return;
      // In development a process exits when its sources change.
      deaths = reason === SUCCESS || Date.now() - since > HEALTHY_AFTER_MS ? 0 : deaths;
      print(`${supervised.name} ended (${reason}): starting it again; its log is ${supervised.log}`);
      await pause(RESTART_DELAYS_MS[Math.min(deaths++, RESTART_DELAYS_MS.length - 1)]);
      if (stopping) return;
      running = await begin(supervised).catch((error: unknown) => {
        print(`${supervised.name}: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      });
    }
  };

  const startOne = async (supervised: Supervised) => {
    const running = await begin(supervised);
    try {
      await running.ready();
    } catch (error) {
      throw new StartError(supervised, error);
    }
    if (stopping) throw new StartError(supervised, new Error('it was stopped'));
    void revive(supervised, running);
  };

  return {
    /**
     * Starts these concurrently and waits until each is ready.
     * @throws StartError for the first that does not become ready; stop() ends the others
     */
    start: async (together: readonly Supervised[]): Promise<void> => {
      tiers.push(together.map(({ name }) => name));
      await Promise.all(together.map(startOne));
    },
    processes: (): Record<string, ProcessEntry> =>
      Object.fromEntries([...table].map(([name, { entry }]) => [name, entry])),
    /** Stops everything, last started first; with 0 immediately, by force. */
    stop: async (graceMs = 10_000): Promise<void> => {
      stopping = true;
      for (const names of tiers.toReversed())
        await Promise.all(names.map(async (name) => table.get(name)?.running.stop(graceMs)));
    },
  };
};

/** A process did not become ready: its name, the reason, and the log to read. */
export class StartError extends Error {
  readonly log: string;
  constructor({ name, log }: Supervised, cause: unknown) {
    super(`${name} did not start: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StartError';
    this.log = log;
  }
}
