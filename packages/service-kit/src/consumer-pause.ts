import { createDependencies } from './dependencies.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { isDatabaseUnavailable } from './unavailable-database.ts';

interface ConsumerPauseOptions {
  queue: string | null;
  checks: ReadinessChecks;
  logger: Logger;
  endDeliveries: () => Promise<void>;
  startDeliveries: () => Promise<void>;
}

/** Pauses a consumer while a dependency of its listeners is unavailable. */
export const createConsumerPause = ({
  queue,
  checks,
  logger,
  endDeliveries,
  startDeliveries,
}: ConsumerPauseOptions) => {
  const dependencies = createDependencies(checks);
  const shutdown = new AbortController();
  /** Resolves when the deliveries have ended; null while the consumer is not paused. */
  let deliveriesEnded: Promise<void> | null = null;

  const resume = async () => {
    await dependencies.recovered(shutdown.signal);
    deliveriesEnded = null;
    logger.info({ queue }, 'consumer resumed');
    await startDeliveries();
  };

  return {
    isActive: (): boolean => deliveriesEnded !== null,
    /**
     * Returns the reason to pause after a failed event, or null. The error counts as well as the checks: a former primary passes a
     * check but rejects writes.
     */
    findReason: async (error: unknown): Promise<string | null> =>
      (await dependencies.findUnavailable()) ?? (isDatabaseUnavailable(error) ? (error as Error).message : null),
    /** Pauses the consumer until every dependency is available; resolves once the deliveries have ended. */
    begin: (reason: string): Promise<void> => {
      if (!deliveriesEnded) {
        logger.warn({ queue, reason }, 'consumer paused');
        deliveriesEnded = endDeliveries();
        // If the connection breaks meanwhile, the new one starts all consumers.
        resume().catch((error: unknown) => logger.debug({ err: error }, 'consumer not resumed on this connection'));
      }
      return deliveriesEnded;
    },
    /** Ends the wait for dependencies without resuming, for the shutdown. */
    stop: (): void => shutdown.abort(),
  };
};
