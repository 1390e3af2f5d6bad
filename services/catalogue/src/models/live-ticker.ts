import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import { withLiveState } from './model-record.ts';
import type { ModelWriter } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';

const INTERVAL_MS = 1_000;

/** Emits the begin and end of scheduled lives; of several replicas one wins each change. */
export const createLiveTicker = ({
  models,
  writer,
  clock,
  logger,
}: {
  models: ModelRepository;
  writer: ModelWriter;
  clock: () => number;
  logger: Logger;
}) => {
  /** Updates the live state of every model whose time has come. */
  const tick = async (): Promise<void> => {
    for (const id of await models.idsDue(new Date(clock())))
      await writer
        .updateLiveState(id, (model) => withLiveState(model, clock()))
        .catch((error: unknown) => logger.warn({ err: error, model: id }, 'live state not updated, retrying'));
  };
  return { tick, ...createWorker({ name: 'live ticker', intervalMs: INTERVAL_MS, work: tick, logger }) };
};
