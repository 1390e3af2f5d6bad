import { PUSH_KINDS } from 'contracts/notifications';
import type { Logger } from 'service-kit/logger';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { Metrics } from 'service-kit/telemetry';
import type { PushQueue } from './push-queue.repository.ts';

/** Outcomes; only `postponed` is not final. device-removed: the push service does not know the device any more. */
const OUTCOMES = ['sent', 'postponed', 'rejected', 'device-removed', 'expired'] as const;
export type PushOutcome = (typeof OUTCOMES)[number];

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: PushQueue;
  logger: Logger;
}

export const createPushMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({ ...dependencies, name: 'push', noun: 'push message', kinds: PUSH_KINDS, outcomes: OUTCOMES });
export type PushMetrics = ReturnType<typeof createPushMetrics>;
