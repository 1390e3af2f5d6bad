import { BrokerUnreachable } from 'service-kit/broker-connection';
import type { Bus } from 'service-kit/bus';
import type { Logger } from 'service-kit/logger';
import type { Metrics } from 'service-kit/telemetry';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { ModelRepository } from './model.repository.ts';

/** Number of documents with events read at once. */
const BATCH = 100;
/** Poll interval when no commit wakes the relay, for outboxes of other replicas and failed ones. */
const POLL_INTERVAL_MS = 1_000;
/** Time after which a crashed replica's lease of an outbox expires. */
const LEASE_MS = 30_000;
/** Part of the lease in which events are published: the broker may take 10 s to confirm the last one. */
const PUBLISHING_MS = 15_000;

interface RelayOptions {
  models: ModelRepository;
  bus: Pick<Bus, 'publish'>;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

/**
 * Publishes the events stored in documents, in order within a document, each after the broker has confirmed the previous one. A
 * replica leases a document's outbox; one that hangs for longer than its lease may publish an event again after later ones, which
 * consumers deduplicate by id.
 */
export const createModelOutboxRelay = ({ models, bus, logger, metrics, clock }: RelayOptions): Worker => {
  /** @returns the age in seconds of the oldest event found */
  const relay = async (id: string): Promise<number> => {
    const startedAt = performance.now();
    const claimed = await models.claimEvents(id, LEASE_MS);
    if (!claimed) return 0;
    const confirmed: string[] = [];
    try {
      for (const event of claimed.events) {
        if (performance.now() - startedAt > PUBLISHING_MS) break;
        await bus.publish(event);
        confirmed.push(event.id);
      }
      if (claimed.isTombstone && confirmed.length === claimed.events.length) await models.removeTombstone(id);
    } finally {
      await models.releaseEvents(id, claimed.lease, confirmed);
    }
    const now = clock();
    return Math.max(0, ...claimed.events.map(({ occurredAt }) => (now - Date.parse(occurredAt)) / 1000));
  };

  /** Publishes all outboxes; a failed one is retried in the next round and does not block the others. */
  const round = async (signal: AbortSignal): Promise<void> => {
    let ids: string[];
    let last = '';
    let oldest = 0;
    let failures = 0;
    do {
      ids = await models.idsWithEvents(BATCH, last);
      for (const id of ids) {
        if (signal.aborted) return;
        last = id;
        try {
          oldest = Math.max(oldest, await relay(id));
        } catch (error) {
          if (error instanceof BrokerUnreachable) throw error;
          failures += 1;
          logger.error({ err: error, model: id }, 'model events not published');
        }
      }
    } while (ids.length === BATCH);
    metrics?.outboxAge.set(oldest);
    metrics?.outboxFailures.set(failures);
  };

  return createWorker({
    name: 'model outbox relay',
    intervalMs: POLL_INTERVAL_MS,
    work: round,
    wakeOn: models.onEvents,
    logger,
  });
};
