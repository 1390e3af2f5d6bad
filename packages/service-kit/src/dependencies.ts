import { setTimeout as pause } from 'node:timers/promises';
import { outcomeOf } from './management.ts';
import type { ReadinessChecks } from './management.ts';

/** Delay between two rounds of checks while a dependency is unavailable. */
const RECHECK_DELAY_MS = { first: 500, max: 5_000 } as const;
/** Timeout of a check: a server that hangs accepts connections but does not respond. */
const CHECK_TIMEOUT_MS = 6_000;

/** Watches the dependencies of a consumer, such as its database. */
export const createDependencies = (checks: ReadinessChecks) => {
  let pending: Promise<string | null> | undefined;

  const check = async (): Promise<string | null> => {
    const ended = new AbortController();
    const timeout = pause(CHECK_TIMEOUT_MS, 'no response in time', { signal: ended.signal }).catch(() => 'ok');
    try {
      const outcomes = await Promise.all(
        Object.entries(checks).map(async ([name, run]) => ({
          name,
          outcome: await Promise.race([outcomeOf(run), timeout]),
        })),
      );
      const failed = outcomes.find(({ outcome }) => outcome !== 'ok');
      return failed ? `${failed.name}: ${failed.outcome}` : null;
    } finally {
      ended.abort();
    }
  };
  /** Returns the first unavailable dependency with the reason, or null. Concurrent callers share one round of checks. */
  const findUnavailable = (): Promise<string | null> =>
    (pending ??= check().finally(() => {
      pending = undefined;
    }));

  return {
    findUnavailable,
    /** Resolves once every dependency is available; the first check starts after a delay. @throws when the signal aborts */
    recovered: async (signal: AbortSignal): Promise<void> => {
      let delayMs: number = RECHECK_DELAY_MS.first;
      do {
        await pause(delayMs, undefined, { signal });
        delayMs = Math.min(delayMs * 2, RECHECK_DELAY_MS.max);
      } while ((await findUnavailable()) !== null);
    },
  };
};
