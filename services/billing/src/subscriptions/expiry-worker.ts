import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { SubscriptionService } from './subscription.service.ts';

/** Access ends on time regardless: it is computed for each request. */
const INTERVAL_MS = 10_000;

/** Moves the state of subscriptions on as time passes; every replica may run it. */
export const createExpiryWorker = ({
  subscriptions,
  logger,
}: {
  subscriptions: Pick<SubscriptionService, 'sweep'>;
  logger: Logger;
}): Worker =>
  createWorker({
    name: 'expiry sweep',
    intervalMs: INTERVAL_MS,
    work: async () => {
      const moved = await subscriptions.sweep();
      if (moved > 0) logger.info({ moved }, 'subscription states swept');
    },
    logger,
  });
