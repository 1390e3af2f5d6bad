import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { QueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { ConversionMetrics } from './conversion-metrics.ts';
import { CONVERSION_MAX_AGE_DAYS } from './conversion.repository.ts';
import type { ConversionRepository, QueuedConversion } from './conversion.repository.ts';
import { MetaApiError } from './meta-api.ts';
import type { MetaApi, MetaSettings } from './meta-api.ts';

const POLL_INTERVAL_MS = 5_000;
/** Number of conversions that one replica sends concurrently. */
const CONCURRENCY = 8;
/** Delay before each further attempt; the last one repeats. */
const RETRY_SECONDS = [30, 5 * 60, 30 * 60, 2 * 60 * 60, 6 * 60 * 60];
const MAX_AGE_SECONDS = CONVERSION_MAX_AGE_DAYS * 24 * 60 * 60;

interface Dependencies {
  queue: ConversionRepository;
  api: MetaApi;
  pixels: MetaSettings['pixels'];
  wakeOn: ReturnType<Postgres['commitsTo']>;
  logger: Logger;
  metrics?: ConversionMetrics;
}

/** Sends the queued conversions; logs identify the conversion, never the person. */
export const createConversionWorker = ({ queue, api, pixels, wakeOn, logger, metrics }: Dependencies): QueueWorker => {
  const attempt = async (conversion: QueuedConversion, signal: AbortSignal): Promise<void> => {
    const { id, event, attempts, pixelId, ageSeconds } = conversion;
    const fields = { conversionId: id, event, attempts };
    if (ageSeconds >= MAX_AGE_SECONDS || !Object.hasOwn(pixels, pixelId)) {
      logger.warn(fields, 'conversion given up');
      metrics?.countAttempt(event, 'abandoned');
      return queue.complete(conversion, { isSent: false });
    }
    try {
      await api.send(pixelId, conversion, signal);
    } catch (error) {
      if (!(error instanceof MetaApiError)) throw error;
      logger.warn({ ...fields, status: error.status, code: error.code }, 'conversion attempt failed');
      metrics?.countAttempt(event, 'postponed');
      return queue.postpone(conversion, retryDelay(RETRY_SECONDS, attempts));
    }
    metrics?.countAttempt(event, 'sent');
    await queue.complete(conversion, { isSent: true });
  };
  return createQueueWorker({
    name: 'ad conversions',
    pollIntervalMs: POLL_INTERVAL_MS,
    concurrency: CONCURRENCY,
    lease: queue.lease,
    attempt,
    wakeOn,
    logger,
  });
};
