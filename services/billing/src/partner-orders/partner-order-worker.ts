import type { Logger } from 'service-kit/logger';
import { Gauge } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { OrderResult, PartnerApi } from './partner-api.ts';
import type { PartnerOrder, PartnerOrders } from './partner-order.repository.ts';

const INTERVAL_MS = 5_000;
/** Number of orders sent sequentially within one lease. */
const BATCH = 5;

interface Dependencies {
  orders: PartnerOrders;
  partnerApi: PartnerApi;
  logger: Logger;
  metrics?: Pick<Metrics, 'registry'>;
}

/** Registers gauges that are read at each scrape, the same on every replica. */
const registerGauges = (
  orders: Pick<PartnerOrders, 'measure'>,
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

/** Sends orders to partners; any replica may run it. */
export const createPartnerOrderWorker = ({ orders, partnerApi, logger, metrics }: Dependencies) => {
  if (metrics) registerGauges(orders, metrics, logger);

  const resultOf = async (order: PartnerOrder): Promise<OrderResult> => {
    try {
      return await partnerApi.send(order);
    } catch (error) {
      logger.warn({ err: error, orderId: order.id, partner: order.partner }, 'partner unreachable');
      return 'failed';
    }
  };
  /** Runs one round; returns the number of due orders. @param signal when aborted, the round ends after the current order */
  const sendDue = async (signal?: AbortSignal): Promise<number> => {
    const leasedOrders = await orders.lease(partnerApi.partners, BATCH);
    for (const order of leasedOrders) {
      if (signal?.aborted) break;
      const result = await resultOf(order);
      const { id, partner, action, attempts } = order;
      if (result === 'done') await orders.complete(order);
      else if (result === 'rejected') await orders.reject(order);
      else await orders.postpone(order);
      logger[result === 'done' ? 'info' : 'warn']({ orderId: id, partner, action, attempts, result }, 'partner order');
    }
    return leasedOrders.length;
  };
  const worker: Worker = createWorker({
    name: 'partner orders',
    intervalMs: INTERVAL_MS,
    work: async (signal) => (await sendDue(signal)) === BATCH,
    logger,
  });
  return { sendDue, worker };
};
