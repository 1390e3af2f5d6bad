import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';
import type { MailKind } from './mails.ts';

/** unaddressed: a reset request with an unknown address. rejected and expired are final, postponed is not. */
const OUTCOMES = ['sent', 'unaddressed', 'postponed', 'rejected', 'expired'] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

interface Dependencies extends QueueMetricsDependencies {
  kinds: readonly MailKind[];
}

export const createMailMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({ ...dependencies, name: 'mail', noun: 'mail', outcomes: OUTCOMES });
export type MailMetrics = ReturnType<typeof createMailMetrics>;
