import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { QueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import { Gauge } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';
import type { OrderResult, PartnerApi } from './partner-api.ts';
import type { PartnerOrder, PartnerOrderRepository } from './partner-order.repository.ts';

const POLL_INTERVAL_MS = 5_000;
/** Delay before each further attempt; the last one repeats. */
const RETRY_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600];

interface Dependencies {
  orders: PartnerOrderRepository;
  partnerApi: PartnerApi;
  logger: Logger;
  metrics?: Pick<Metrics, 'registry'>;
}

/** Registers gauges that are read at each scrape, the same on every replica. */
const registerGauges = (
  orders: Pick<PartnerOrderRepository, 'measure'>,
  { registry }: Pick<Metrics, 'registry'>,
  logger: Logger,
): void => {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'partner_orders_oldest_seconds',
    help: 'Age of the oldest order to a payment partner that is not carried out',
    registers,
  });
  new Gauge({
    name: 'partner_orders',
    help: 'Orders to payment partners that are not carried out',
    labelNames: ['state'],
    registers,
    async collect() {
      try {
        const { open, rejected, oldestSeconds } = await orders.measure();
        this.set({ state: 'open' }, open);
        this.set({ state: 'rejected' }, rejected);
        oldest.set(oldestSeconds);
      } catch (error) {
        logger.warn({ err: error }, 'partner order measurement failed');
      }
    },
  });
};

/** Sends orders to partners, one at a time, so that a stop waits for one response at most. */
export const createPartnerOrderWorker = ({ orders, partnerApi, logger, metrics }: Dependencies): QueueWorker => {
  if (metrics) registerGauges(orders, metrics, logger);

  const resultOf = async (order: PartnerOrder): Promise<OrderResult> => {
    try {
      return await partnerApi.send(order);
    } catch (error) {
      logger.warn({ err: error, orderId: order.id, partner: order.partner }, 'partner unreachable');
      return 'failed';
    }
  };
  const attempt = async (order: PartnerOrder): Promise<void> => {
    const result = await resultOf(order);
    const { id, partner, action, attempts } = order;
    if (result === 'done') await orders.complete(order);
    else if (result === 'rejected') await orders.reject(order);
    else await orders.postpone(order, retryDelay(RETRY_SECONDS, attempts));
    logger[result === 'done' ? 'info' : 'warn']({ orderId: id, partner, action, attempts, result }, 'partner order');
  };
  return createQueueWorker({
    name: 'partner orders',
    pollIntervalMs: POLL_INTERVAL_MS,
    concurrency: 1,
    lease: (limit) => orders.lease(partnerApi.partners, limit),
    attempt,
    logger,
  });
};
