import { PUSH_KINDS } from 'contracts/notifications';
import type { Postgres } from 'service-kit/postgres';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';
import { measureNotices } from './due-notice.repository.ts';

interface Dependencies extends Omit<QueueMetricsDependencies, 'queue'> {
  postgres: Pick<Postgres, 'query'>;
}

/** Counts pages by outcome: queued, to be retried, or of an obsolete notice. */
export const createNoticeMetrics = ({ postgres, ...dependencies }: Dependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'notice',
    noun: 'notice',
    kinds: PUSH_KINDS,
    outcomes: ['queued', 'postponed', 'expired'],
    queue: { measure: () => measureNotices(postgres) },
  });
export type NoticeMetrics = ReturnType<typeof createNoticeMetrics>;
