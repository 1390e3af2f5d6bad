import { OUTGOING_EVENTS } from 'contracts/outgoing-postbacks';
import type { Logger } from 'service-kit/logger';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { Metrics } from 'service-kit/telemetry';
import type { DeliveryRepository } from './delivery.repository.ts';

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: Pick<DeliveryRepository, 'measure'>;
  logger: Logger;
}

/** Counts attempts by outcome; only `postponed` is not final. */
export const createDeliveryMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'outgoing_delivery',
    noun: 'outgoing postback',
    kinds: [...OUTGOING_EVENTS, 'test'],
    outcomes: ['sent', 'postponed', 'abandoned'],
  });
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;
