import { PUSH_KINDS } from 'contracts/notifications';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import { createQueueMetrics } from '../queue-metrics.ts';
import { measureNotices } from './due-notices.ts';

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  postgres: Pick<Postgres, 'query'>;
  logger: Logger;
}

/** Attempts count pages: queued, to be tried again, and those of a notice that is over. */
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
