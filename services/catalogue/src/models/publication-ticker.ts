import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { ModelWriter } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';

const INTERVAL_MS = 1_000;

/**
 * Publishes models again when an item of theirs is due (docs/domain.md#scheduled-items): caches let go of what they hold, and
 * subscribers are notified. What a read shows depends on the clock alone.
 */
export const createPublicationTicker = ({
  models,
  writer,
  clock,
  logger,
}: {
  models: Pick<ModelRepository, 'withDueItems'>;
  writer: Pick<ModelWriter, 'publishDue'>;
  clock: () => number;
  logger: Logger;
}) => {
  /** Publishes every model with an item whose time has come. */
  const tick = async (): Promise<void> => {
    for (const { id, nextPublishAt } of await models.withDueItems(new Date(clock())))
      await writer
        .publishDue(id, nextPublishAt)
        .catch((error: unknown) => logger.warn({ err: error, model: id }, 'due item not published, retrying'));
  };
  return { tick, ...createWorker({ name: 'publication ticker', intervalMs: INTERVAL_MS, work: tick, logger }) };
};
