import { setTimeout as pause } from 'node:timers/promises';
import { SUCCESS } from './child.ts';
import type { Running } from './child.ts';

/** Delay before a process that died is started again: at once, then a little later if it dies again. */
const RESTART_DELAYS_MS = [100, 500, 1_500] as const;
/** A process that lived this long counts as healthy: its next death starts the row anew. */
const HEALTHY_AFTER_MS = 10_000;

/** What the supervisor runs: `start` is called again, and gives the same address, whenever the process has died. */
export interface Supervised {
  name: string;
  log: string;
  start: () => Promise<Running & { url?: string; management?: string; ready: () => Promise<void> }>;
}

/** A process as stack.json lists it. */
export interface ProcessEntry {
  pid: number;
  url?: string;
  /** Metrics and health. */
  management?: string;
  log: string;
}

interface SupervisorOptions {
  print: (line: string) => void;
  /** Called after each change of a pid. */
  changed?: () => void;
}

/**
 * Starts processes, starts them again when they die, and ends them in the reverse order of their start.
 */
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
      // In development a process ends by itself when its sources change.
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
     * Starts these together and waits until each is ready.
     * @throws StartError for the first that does not get ready; the others are left to stop()
     */
    start: async (together: readonly Supervised[]): Promise<void> => {
      tiers.push(together.map(({ name }) => name));
      await Promise.all(together.map(startOne));
    },
    processes: (): Record<string, ProcessEntry> =>
      Object.fromEntries([...table].map(([name, { entry }]) => [name, entry])),
    /** Ends everything, the last started first; with 0 by force, at once. */
    stop: async (graceMs = 10_000): Promise<void> => {
      stopping = true;
      for (const names of tiers.toReversed())
        await Promise.all(names.map(async (name) => table.get(name)?.running.stop(graceMs)));
    },
  };
};

/** A process did not get ready: which, why, and the log to read. */
export class StartError extends Error {
  readonly log: string;
  constructor({ name, log }: Supervised, cause: unknown) {
    super(`${name} did not start: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StartError';
    this.log = log;
  }
}
