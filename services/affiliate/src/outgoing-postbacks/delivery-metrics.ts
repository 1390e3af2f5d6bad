import { OUTGOING_EVENTS } from 'contracts/outgoing-postbacks';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';

/** Counts attempts by outcome; only `postponed` is not final. */
export const createDeliveryMetrics = (dependencies: QueueMetricsDependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'outgoing_delivery',
    noun: 'outgoing postback',
    kinds: [...OUTGOING_EVENTS, 'test'],
    outcomes: ['sent', 'postponed', 'abandoned'],
  });
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;
