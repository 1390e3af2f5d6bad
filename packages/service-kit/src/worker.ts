import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger.ts';

/** Background task of a process, which runs until it is stopped. */
export interface Worker {
  start: () => void;
  /** Waits for the current round and starts no other. */
  stop: () => Promise<void>;
}

interface WorkerOptions {
  /** Name in the logs. */
  name: string;
  /** Time between two rounds, also after a failed round. */
  intervalMs: number;
  /** Runs one round. `true` starts the next round immediately, because work remains. `signal` aborts when the worker is stopped. */
  work: (signal: AbortSignal) => Promise<boolean | void>;
  /** Registers a callback that starts the next round early, such as a commit listener. */
  wakeOn?: (wake: () => void) => void;
  /** Time from the beginning of a round before which no wake-up begins another, so that under load one serves several commits. */
  gatherMs?: () => number;
  logger: Logger;
}

/** Repeats `work` until the worker is stopped. A failed round is logged and repeated after the interval. */
export const createWorker = ({ name, intervalMs, work, wakeOn, gatherMs = () => 0, logger }: WorkerOptions): Worker => {
  const shutdown = new AbortController();
  let rounds = Promise.resolve();
  let isWoken = false;
  let endPause: () => void = () => {};
  const wake = () => {
    isWoken = true;
    endPause();
  };
  wakeOn?.(wake);

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken || shutdown.signal.aborted) endPause();
    });
  const loop = async () => {
    while (!shutdown.signal.aborted) {
      isWoken = false;
      const begunMs = performance.now();
      try {
        if (await work(shutdown.signal)) continue;
      } catch (error) {
        logger.warn({ err: error, worker: name }, 'worker round failed');
        // A wake-up during a failing round must not turn the pause into a busy loop.
        isWoken = false;
      }
      await pause();
      const gatheringMs = isWoken ? begunMs + gatherMs() - performance.now() : 0;
      if (gatheringMs > 0) await delay(gatheringMs, undefined, { signal: shutdown.signal }).catch(() => undefined);
    }
  };

  return {
    start: () => {
      rounds = loop();
    },
    stop: async () => {
      shutdown.abort();
      endPause();
      await rounds;
    },
  };
};
