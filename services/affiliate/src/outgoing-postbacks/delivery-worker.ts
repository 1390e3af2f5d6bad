import { retryDelay } from 'contracts/retry-delay';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { RejectedAddressError } from 'service-kit/public-address';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import type { DeliveryRepository, DueDelivery } from './delivery.repository.ts';
import { messageOf } from './message.ts';
import type { OutgoingResponse, SafeRequest } from './safe-request.ts';

/** Poll interval when no commit of this process wakes the worker. */
const POLL_INTERVAL_MS = 1_000;
/** Maximum number of concurrent attempts of this process. */
const SLOTS = 16;
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

/** Sends due deliveries; replicas share the queue by leases. */
export const createDeliveryWorker = ({
  deliveries,
  send,
  wakeOn,
  metrics,
  logger,
  clock = Date.now,
  random = Math.random,
}: Dependencies) => {
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
      return deliveries.finish(delivery, 'delivered', result);
    }
    metrics?.countAttempt(event, delivery.isExpired ? 'abandoned' : 'postponed');
    if (delivery.isExpired) {
      logger.warn({ deliveryId, affiliateId, attempts, status: result.status }, 'outgoing postback abandoned');
      return deliveries.finish(delivery, 'abandoned', result);
    }
    const delaySeconds = Math.max(retryDelaySeconds(attempts, random), result.minDelaySeconds);
    return deliveries.postpone(delivery, delaySeconds, result);
  };
  /** Affiliates of the running attempts. */
  const underWay = new Map<Promise<void>, string>();
  let wakeSender: () => void = () => {};
  /** Starts attempts for all free slots without waiting for them; returns their number. */
  const beginDue = async (signal: AbortSignal): Promise<number> => {
    const slots = SLOTS - underWay.size;
    const leasedDeliveries = slots > 0 ? await deliveries.lease(slots, [...underWay.values()]) : [];
    for (const delivery of leasedDeliveries) {
      const sending = attempt(delivery, signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'outgoing postback lease not released'))
        .finally(() => {
          underWay.delete(sending);
          wakeSender();
        });
      underWay.set(sending, delivery.affiliateId);
    }
    return leasedDeliveries.length;
  };
  const ended = () => Promise.all(underWay.keys());
  const sender = createWorker({
    name: 'outgoing postbacks',
    intervalMs: POLL_INTERVAL_MS,
    work: async (signal) => (await beginDue(signal)) > 0,
    wakeOn: (wake) => {
      wakeSender = wake;
      wakeOn(wake);
    },
    logger,
  });
  const worker: Worker = {
    start: sender.start,
    stop: async () => {
      await sender.stop();
      await ended();
    },
  };
  return {
    worker,
    /** Attempts all deliveries that are due now. */
    sendDue: async (): Promise<void> => {
      while ((await beginDue(new AbortController().signal)) > 0 || underWay.size > 0) await ended();
    },
  };
};
