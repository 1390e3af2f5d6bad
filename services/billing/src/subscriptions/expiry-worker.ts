import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { SubscriptionService } from './subscription.service.ts';

/** Poll interval; access ends on time regardless, because each request computes it. */
const INTERVAL_MS = 10_000;

/** Updates the state of subscriptions as time passes; any replica may run it. */
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
