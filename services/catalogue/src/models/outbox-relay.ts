import { BrokerUnreachable } from 'service-kit/broker-connection';
import type { Bus } from 'service-kit/bus';
import type { Logger } from 'service-kit/logger';
import type { Metrics } from 'service-kit/telemetry';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { ModelRepository } from './model.repository.ts';

/** Documents whose events are published in one round. */
const BATCH = 100;
/** Poll interval when no commit wakes the relay: outboxes of another replica, or those that failed. */
const POLL_INTERVAL_MS = 1_000;
/** Time after which the outbox that a dead replica had claimed is free again; longer than the broker may take to confirm. */
const LEASE_MS = 15_000;

interface RelayOptions {
  models: ModelRepository;
  bus: Pick<Bus, 'publish'>;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** Returns milliseconds. */
  clock: () => number;
}

/**
 * Publishes the events that documents carry: those of one document in their order, each confirmed by the broker
 * before it goes. A replica takes a document's outbox for itself; one that was cut off may publish twice, never out of order.
 */
export const createModelOutboxRelay = ({ models, bus, logger, metrics, clock }: RelayOptions): Worker => {
  /** @returns the age in seconds of the oldest event that it found */
  const relay = async (id: string): Promise<number> => {
    const now = clock();
    const claimed = await models.claimEvents(id, new Date(now), new Date(now + LEASE_MS));
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

  /** @returns whether there may be more to do at once; an outbox that fails waits, and does not hold up the others */
  const round = async (): Promise<boolean> => {
    const ids = await models.idsWithEvents(BATCH);
    let oldest = 0;
    let failures = 0;
    for (const id of ids)
      try {
        oldest = Math.max(oldest, await relay(id));
      } catch (error) {
        if (error instanceof BrokerUnreachable) throw error;
        failures += 1;
        logger.error({ err: error, model: id }, 'model events not published');
      }
    metrics?.outboxAge.set(oldest);
    metrics?.outboxFailures.set(failures);
    return ids.length === BATCH && failures === 0;
  };

  return createWorker({
    name: 'model outbox relay',
    intervalMs: POLL_INTERVAL_MS,
    work: round,
    wakeOn: models.onEvents,
    logger,
  });
};
