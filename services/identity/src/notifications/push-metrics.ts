import { PUSH_KINDS } from 'contracts/notifications';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';

/** Outcomes; only `postponed` is not final. device-removed: the push service does not know the device any more. */
const OUTCOMES = ['sent', 'postponed', 'rejected', 'device-removed', 'expired'] as const;
export type PushOutcome = (typeof OUTCOMES)[number];

export const createPushMetrics = (dependencies: QueueMetricsDependencies) =>
  createQueueMetrics({ ...dependencies, name: 'push', noun: 'push message', kinds: PUSH_KINDS, outcomes: OUTCOMES });
export type PushMetrics = ReturnType<typeof createPushMetrics>;
