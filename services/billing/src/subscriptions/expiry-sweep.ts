import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/logger';
import type { SubscriptionService } from './subscription.service.ts';

/** Milliseconds between two sweeps. Access itself ends on time: it is computed when asked for. */
const INTERVAL = 10_000;

/** Moves subscriptions on as time passes; every replica may run it. */
export const startExpirySweep = ({ subscriptions, logger }: { subscriptions: Pick<SubscriptionService, 'sweep'>; logger: Logger }) => {
  const stopped = new AbortController();
  const loop = async () => {
    while (!stopped.signal.aborted) {
      try {
        const moved = await subscriptions.sweep();
        if (moved > 0) logger.info({ moved }, 'subscriptions moved on');
      } catch (error) {
        logger.warn({ err: error }, 'the sweep failed, trying again');
      }
      // An abort ends the pause early: that is all it says.
      await pause(INTERVAL, undefined, { signal: stopped.signal }).catch((error: Error) => logger.debug({ err: error }, 'the sweep stops'));
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
