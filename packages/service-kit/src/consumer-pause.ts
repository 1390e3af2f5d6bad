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
  /** End of the deliveries; null while the consumer is not paused. */
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
     * Returns the reason to pause after an event has failed, or null. The error counts besides the checks: a former primary
     * responds to a check and rejects writes.
     */
    findReason: async (error: unknown): Promise<string | null> =>
      (await dependencies.findUnavailable()) ?? (isDatabaseUnavailable(error) ? (error as Error).message : null),
    /** Resolves once the deliveries have ended; they start again once every dependency is available. */
    begin: (reason: string): Promise<void> => {
      if (!deliveriesEnded) {
        logger.warn({ queue, reason }, 'consumer paused');
        deliveriesEnded = endDeliveries();
        // A connection that breaks meanwhile is opened again with all of its consumers.
        resume().catch((error: unknown) => logger.debug({ err: error }, 'consumer not resumed on this connection'));
      }
      return deliveriesEnded;
    },
    /** Stays paused: the process stops. */
    stop: (): void => shutdown.abort(),
  };
};
