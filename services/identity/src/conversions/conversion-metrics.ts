import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';

/** Counts attempts by outcome; only `postponed` is not final. */
export const createConversionMetrics = (dependencies: QueueMetricsDependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'ad_conversion',
    noun: 'conversion',
    kinds: ['CompleteRegistration', 'Purchase'],
    outcomes: ['sent', 'postponed', 'abandoned'],
  });
export type ConversionMetrics = ReturnType<typeof createConversionMetrics>;
