import type { Bus } from 'service-kit/bus';
import type { Logger } from 'service-kit/logger';
import type { Metrics } from 'service-kit/telemetry';
import type { ModelRepository } from './model.repository.ts';

/** Documents whose events are published in one round. */
const BATCH = 100;
/** Milliseconds between looks for outboxes that nobody woke: another replica's, or one that failed. */
const POLL = 1_000;
/** Milliseconds after which a replica that took an outbox and died no longer holds it; longer than the broker may take to confirm. */
const LEASE = 15_000;

/**
 * Publishes the events that documents carry: those of one document in their order, each confirmed by the broker
 * before it goes. A replica takes a document's outbox for itself; one that was cut off may publish twice, never out of order.
 */
export const createModelOutboxRelay = ({ models, bus, logger, metrics }: { models: ModelRepository; bus: Pick<Bus, 'publish'>; logger: Logger; metrics?: Metrics | undefined }) => {
  let stopped = false;
  let woken = false;
  let wake: () => void = () => {};
  let running = Promise.resolve();

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) wake();
    });
  models.onEvents(() => {
    woken = true;
    wake();
  });

  /** @returns the age in seconds of the oldest event that it found */
  const relay = async (id: string): Promise<number> => {
    const now = Date.now();
    const claimed = await models.claimEvents(id, new Date(now), new Date(now + LEASE));
    if (!claimed) return 0;
    const confirmed: string[] = [];
    try {
      for (const event of claimed.events) {
        await bus.publish(event);
        confirmed.push(event.id);
      }
      if (claimed.isTombstone) await models.removeTombstone(id);
    } finally {
      await models.releaseEvents(id, confirmed);
    }
    return Math.max(0, ...claimed.events.map(({ occurredAt }) => (now - Date.parse(occurredAt)) / 1000));
  };

  const round = async (): Promise<number> => {
    const ids = await models.idsWithEvents(BATCH);
    let oldest = 0;
    for (const id of ids) oldest = Math.max(oldest, await relay(id));
    metrics?.outboxAge.set(oldest);
    return ids.length;
  };

  const loop = async () => {
    while (!stopped) {
      woken = false;
      try {
        if ((await round()) === BATCH) continue;
      } catch (error) {
        logger.warn({ err: error }, 'events could not be published, trying again');
        woken = false;
      }
      if (!stopped) await pause();
    }
  };

  return {
    start: () => {
      running = loop();
    },
    stop: async () => {
      stopped = true;
      woken = true;
      wake();
      await running;
    },
  };
};
