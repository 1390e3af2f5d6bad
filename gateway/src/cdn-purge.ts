import type { Event, EventName } from 'contracts/events';
import type { Listeners } from 'service-kit/event-dispatch';
import type { Logger } from 'service-kit/logger';
import { SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import { SITE_KEY } from './cdn-fields.ts';
import { createListeners } from './listeners.ts';
import type { Invalidations } from './micro-cache.ts';

/** Queue of the events that invalidate the CDN's responses, shared by all gateways. */
export const CDN_QUEUE = 'cdn';

/** Maximum number of keys in one call (https://www.fastly.com/documentation/reference/api/purging/). */
const MAX_KEYS = 256;
const TIMEOUT_MS = 5_000;
/** Keys that arrive within this time are purged together. */
const BATCH_MS = 500;
/**
 * Delays after which purged keys are purged again. Another gateway handles the same event a moment later, and may until then let
 * the CDN store the old response again; so may a gateway that has not yet noticed a broken connection to the broker (20 s, two
 * heartbeats).
 */
const REPEAT_AFTER_MS = [2_000, 25_000] as const;

interface PurgerOptions {
  url: string;
  token: string;
  logger: Logger;
  onPurge?: (outcome: 'done' | 'failed') => void;
  /** Overrides the batch interval in tests. */
  batchMs?: number;
  repeatAfterMs?: readonly number[];
}

interface Purge {
  keys: readonly string[];
  completion: PromiseWithResolvers<void>;
}

/** Purges surrogate keys from a CDN by Fastly's API: in batches, retried until the CDN accepts them, and repeated after a delay. */
export const createPurger = ({
  url,
  token,
  logger,
  onPurge = () => {},
  batchMs = BATCH_MS,
  repeatAfterMs = REPEAT_AFTER_MS,
}: PurgerOptions) => {
  let queue: Purge[] = [];
  let repeats: { keys: readonly string[]; dueAt: number }[] = [];
  let isStopped = false;

  const send = async (keys: readonly string[]): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'fastly-key': token, [SURROGATE_KEY_HEADER]: keys.join(' ') },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the CDN responded ${response.status} to a purge`);
  };
  const sendAll = async (purges: readonly { keys: readonly string[] }[]): Promise<void> => {
    const keys = [...new Set(purges.flatMap((purge) => purge.keys))];
    try {
      for (let first = 0; first < keys.length; first += MAX_KEYS) await send(keys.slice(first, first + MAX_KEYS));
    } catch (error) {
      onPurge('failed');
      throw error;
    }
    if (keys.length > 0) onPurge('done');
  };

  const worker = createWorker({
    name: 'cdn purge',
    intervalMs: batchMs,
    logger,
    work: async () => {
      const purges = [...queue];
      const dueRepeats = repeats.filter(({ dueAt }) => dueAt <= performance.now());
      await sendAll([...purges, ...dueRepeats]);
      queue = queue.filter((purge) => !purges.includes(purge));
      repeats = repeats.filter((repeat) => !dueRepeats.includes(repeat));
      const keys = [...new Set(purges.flatMap((purge) => purge.keys))];
      if (keys.length > 0)
        for (const delayMs of repeatAfterMs) repeats.push({ keys, dueAt: performance.now() + delayMs });
      for (const { completion } of purges) completion.resolve();
    },
  });

  return {
    /**
     * Resolves once the CDN has accepted the keys.
     * @throws when the purger stops first
     */
    purge: (keys: readonly string[]): Promise<void> => {
      if (isStopped) return Promise.reject(new Error('the purger is stopped'));
      const completion = Promise.withResolvers<void>();
      queue.push({ keys, completion });
      return completion.promise;
    },
    start: worker.start,
    /** Rejects pending purges, so that another gateway consumes their events, and sends the scheduled repeats at once. */
    stop: async () => {
      isStopped = true;
      await worker.stop();
      for (const { completion } of queue.splice(0)) completion.reject(new Error('the purger was stopped'));
      await sendAll(repeats).catch((error: unknown) => logger.warn({ err: error }, 'last purge of the CDN failed'));
    },
  } satisfies Worker & { purge: (keys: readonly string[]) => Promise<void> };
};

/** Collects the surrogate keys (cdn-fields.ts) that an event invalidates. */
const createKeyCollector = (keys: Set<string>): Invalidations => {
  const add = (added: Iterable<string>) => {
    for (const key of added) keys.add(key);
  };
  return {
    invalidate: add,
    purge: add,
    invalidateShowing: add,
    purgeShowing: add,
    // No CDN stores pictures of locked items; other pictures are purged by surrogate key.
    purgePictures: () => {},
    clear: () => add([SITE_KEY]),
  };
};

/** Purges from the CDN what an event invalidates in the gateway's own cache (listeners.ts). */
export const createCdnListeners = (purge: (keys: readonly string[]) => Promise<void>): Listeners => {
  const listenersOf = (keys: Set<string>) =>
    createListeners({ cache: createKeyCollector(keys), live: { send: () => {} } });
  const handle = (name: EventName) => async (event: Event) => {
    const keys = new Set<string>();
    const listen = listenersOf(keys)[name] as ((event: Event) => Promise<void>) | undefined;
    await listen?.(event);
    if (keys.size > 0) await purge([...keys]);
  };
  const names = Object.keys(listenersOf(new Set())) as EventName[];
  return Object.fromEntries(names.map((name) => [name, handle(name)]));
};
