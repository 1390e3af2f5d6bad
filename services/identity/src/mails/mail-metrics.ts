import type { Logger } from 'service-kit/logger';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { Metrics } from 'service-kit/telemetry';
import type { MailQueue } from './mail-queue.repository.ts';
import type { MailKind } from './mails.ts';

/** unaddressed: a reset request with an unknown address. rejected and expired are final, postponed is not. */
const OUTCOMES = ['sent', 'unaddressed', 'postponed', 'rejected', 'expired'] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: MailQueue;
  kinds: readonly MailKind[];
  logger: Logger;
}

export const createMailMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({ ...dependencies, name: 'mail', noun: 'mail', outcomes: OUTCOMES });
export type MailMetrics = ReturnType<typeof createMailMetrics>;
