import type { Logger } from 'service-kit/logger';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { Metrics } from 'service-kit/telemetry';
import type { ConversionRepository } from './conversion.repository.ts';

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: Pick<ConversionRepository, 'measure'>;
  logger: Logger;
}

/** Counts attempts by outcome; only `postponed` is not final. */
export const createConversionMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'ad_conversion',
    noun: 'conversion',
    kinds: ['CompleteRegistration', 'Purchase'],
    outcomes: ['sent', 'postponed', 'abandoned'],
  });
export type ConversionMetrics = ReturnType<typeof createConversionMetrics>;
