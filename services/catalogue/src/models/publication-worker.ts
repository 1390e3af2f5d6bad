import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { DatabaseTime } from '../database-time.ts';
import type { ModelPublisher } from './model-publisher.ts';
import type { ModelRepository } from './model.repository.ts';

const INTERVAL_MS = 1_000;

/**
 * Publishes models again when one of their items is due (docs/domain.md#scheduled-items), so that caches are invalidated and
 * subscribers notified. Reads depend only on the clock.
 */
export const createPublicationWorker = ({
  models,
  publisher,
  databaseTime,
  logger,
}: {
  models: Pick<ModelRepository, 'withDueItems'>;
  publisher: Pick<ModelPublisher, 'publishDue'>;
  databaseTime: DatabaseTime;
  logger: Logger;
}) => {
  /** Publishes every model with a due item. */
  const tick = async (): Promise<void> => {
    const now = await databaseTime();
    for (const { id, nextPublishAt } of await models.withDueItems(new Date(now)))
      await publisher
        .publishDue(id, nextPublishAt, now)
        .catch((error: unknown) => logger.warn({ err: error, model: id }, 'due item not published, retrying'));
  };
  return { tick, ...createWorker({ name: 'publication ticker', intervalMs: INTERVAL_MS, work: tick, logger }) };
};
