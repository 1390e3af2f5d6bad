import type { Logger } from 'service-kit/logger';
import { withLiveState } from './model-record.ts';
import type { ModelWriter } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';

/** Milliseconds. */
const EVERY = 1_000;

/** Tells when schedules begin and end lives; of several replicas one wins each change. */
export const createLiveTicker = ({ models, writer, now, logger }: { models: ModelRepository; writer: ModelWriter; now: () => number; logger: Logger }) => {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  /** Brings every model whose time has come up to now. */
  const tick = async (): Promise<void> => {
    for (const id of await models.idsDue(new Date(now())))
      await writer.updateLiveState(id, (model) => withLiveState(model, now())).catch((error: unknown) => logger.warn({ err: error, model: id }, 'a live state could not be changed yet'));
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = tick()
        .catch((error: unknown) => logger.warn({ err: error }, 'the live schedules could not be read, trying again'))
        .then(() => {
          if (timer) schedule();
        });
    }, EVERY);
  };
  return {
    tick,
    start: schedule,
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
};
