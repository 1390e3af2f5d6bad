import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { QueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { RejectedAddressError } from 'service-kit/public-address';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import type { DeliveryRepository, DueDelivery } from './delivery.repository.ts';
import { messageOf } from './message.ts';
import type { OutgoingResponse, SafeRequest } from './safe-request.ts';

const POLL_INTERVAL_MS = 1_000;
/** Number of notifications that one replica sends concurrently. */
const CONCURRENCY = 16;
/** Maximum delay between two attempts. */
const MAX_RETRY_SECONDS = 14_400;
/** Delays before each further attempt; the last one repeats until the delivery expires. */
const RETRY_SECONDS = [10, 60, 300, 1_800, 3_600, 7_200, MAX_RETRY_SECONDS];
/** Statuses whose `Retry-After` is respected: Too Many Requests, Service Unavailable. */
const OVERLOADED: readonly number[] = [429, 503];
/** Random variation of a delay, so that a recovered server does not get all requests at once. */
const JITTER = 0.2;

interface Dependencies {
  deliveries: DeliveryRepository;
  send: SafeRequest['send'];
  wakeOn: ReturnType<Postgres['commitsTo']>;
  metrics?: DeliveryMetrics;
  logger: Logger;
  clock?: () => number;
  random?: () => number;
}

/** Returns the delay after a number of attempts. */
export const retryDelaySeconds = (attempts: number, random: () => number): number => {
  return retryDelay(RETRY_SECONDS, attempts) * (1 + JITTER * (2 * random() - 1));
};

/** Returns the delay that an overloaded server requests, at most MAX_RETRY_SECONDS; else 0. */
const statedDelaySeconds = ({ status, retryAfterSeconds }: OutgoingResponse): number =>
  OVERLOADED.includes(status) ? Math.min(retryAfterSeconds ?? 0, MAX_RETRY_SECONDS) : 0;

/** The same reason for an unknown host and for a private address: a difference would let affiliates map the internal network. */
const NO_ADDRESS = 'adresse introuvable ou refusée';

/** Returns the French reason for a missing response. */
const reasonOf = (error: unknown): string => {
  if (error instanceof RejectedAddressError) return NO_ADDRESS;
  if (!(error instanceof Error)) return 'échec de la connexion';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'délai dépassé';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return NO_ADDRESS;
  if (code?.includes('CERT') || code?.startsWith('ERR_TLS') || code?.startsWith('ERR_SSL')) return 'certificat refusé';
  return 'échec de la connexion';
};

/** Sends due deliveries. */
export const createDeliveryWorker = ({
  deliveries,
  send,
  wakeOn,
  metrics,
  logger,
  clock = Date.now,
  random = Math.random,
}: Dependencies): QueueWorker => {
  const attempt = async (delivery: DueDelivery, signal: AbortSignal): Promise<void> => {
    const message = messageOf(delivery, clock());
    const { host } = new URL(message.url);
    const result = await send({ ...message, signal }).then(
      (response) => ({
        host,
        status: response.status,
        error: response.status >= 200 && response.status < 300 ? null : `statut ${response.status}`,
        minDelaySeconds: statedDelaySeconds(response),
      }),
      (error: unknown) => ({ host, status: null, error: reasonOf(error), minDelaySeconds: 0 }),
    );
    const { id: deliveryId, affiliateId, attempts, event } = delivery;
    if (result.error === null) {
      metrics?.countAttempt(event, 'sent');
      return deliveries.complete(delivery, 'delivered', result);
    }
    metrics?.countAttempt(event, delivery.isExpired ? 'abandoned' : 'postponed');
    if (delivery.isExpired) {
      logger.warn({ deliveryId, affiliateId, attempts, status: result.status }, 'outgoing postback abandoned');
      return deliveries.complete(delivery, 'abandoned', result);
    }
    const delaySeconds = Math.max(retryDelaySeconds(attempts, random), result.minDelaySeconds);
    return deliveries.postpone(delivery, delaySeconds, result);
  };
  return createQueueWorker({
    name: 'outgoing postbacks',
    pollIntervalMs: POLL_INTERVAL_MS,
    concurrency: CONCURRENCY,
    lease: deliveries.lease,
    attempt,
    wakeOn,
    logger,
  });
};
