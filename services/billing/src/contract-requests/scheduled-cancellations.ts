import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { ContractRequestService } from './contract-request.service.ts';

const INTERVAL_MS = 60_000;

/** Lets scheduled cancellations take effect on their day; every replica may run it. */
export const createScheduledCancellations = ({
  contractRequests,
  logger,
}: {
  contractRequests: Pick<ContractRequestService, 'carryOutDue'>;
  logger: Logger;
}): Worker =>
  createWorker({
    name: 'scheduled cancellations',
    intervalMs: INTERVAL_MS,
    work: async () => {
      const carriedOut = await contractRequests.carryOutDue();
      if (carriedOut > 0) logger.info({ carriedOut }, 'scheduled cancellations took effect');
    },
    logger,
  });
