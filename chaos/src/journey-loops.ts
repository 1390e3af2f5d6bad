import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 50;
const MAX_REASON_LENGTH = 160;

interface Journey {
  run: () => Promise<void>;
  /** Pause before each run. */
  pauseMs: number;
}

/** Runs each journey in its own loop until `stop`, and counts the reasons of failures. */
export const startJourneyLoops = <Name extends string>(journeys: Readonly<Record<Name, Journey>>) => {
  const names = Object.keys(journeys) as Name[];
  const lastSuccessStart = new Map<Name, number>();
  const failures = new Map<string, number>();
  const running = new Set<Name>();
  let isPaused = false;
  let isStopped = false;

  const loop = async (name: Name) => {
    const { run, pauseMs } = journeys[name];
    while (!isStopped) {
      await pause(pauseMs);
      if (isPaused) continue;
      const begunAt = performance.now();
      running.add(name);
      try {
        await run();
        lastSuccessStart.set(name, begunAt);
      } catch (error) {
        // Requests fail while a fault lasts; only acknowledged changes count.
        const message = error instanceof Error ? error.message : String(error);
        const reason = `${name}: ${message}`.slice(0, MAX_REASON_LENGTH);
        failures.set(reason, (failures.get(reason) ?? 0) + 1);
      }
      running.delete(name);
    }
  };
  const loops = names.map(loop);

  return {
    failures,
    /** Lists the journeys that have not completed since a moment (performance.now). */
    incompleteSince: (moment: number): Name[] => names.filter((name) => (lastSuccessStart.get(name) ?? 0) < moment),
    /** Stops new journeys and resolves once none is running. */
    pause: async (): Promise<void> => {
      isPaused = true;
      while (running.size > 0) await pause(POLL_INTERVAL_MS);
    },
    resume: (): void => {
      isPaused = false;
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
};
