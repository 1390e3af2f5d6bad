import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { CarryOutDueCancellations } from './due-cancellations.ts';

const INTERVAL_MS = 60_000;

/** Applies scheduled cancellations on their day; any replica may run it. */
export const createDueCancellationWorker = ({
  carryOutDue,
  logger,
}: {
  carryOutDue: CarryOutDueCancellations;
  logger: Logger;
}): Worker =>
  createWorker({
    name: 'scheduled cancellations',
    intervalMs: INTERVAL_MS,
    work: async () => {
      const carriedOut = await carryOutDue();
      if (carriedOut > 0) logger.info({ carriedOut }, 'scheduled cancellations took effect');
    },
    logger,
  });
