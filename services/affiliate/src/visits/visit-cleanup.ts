import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createRetention } from 'service-kit/retention';
import type { Worker } from 'service-kit/worker';
import { TODAY } from './visit.repository.ts';

/** Shorter than other retention intervals: yesterday's browsers are identifiable until the cleanup. */
const INTERVAL_MS = 10 * 60_000;
const TABLES = ['visit_keys', 'visitors_seen', 'visit_addresses'] as const;

/** Deletes the digests and keys that could identify browsers of earlier days (docs/domain.md#visits). */
export const createVisitCleanup = ({
  postgres,
  logger,
}: {
  postgres: Pick<Postgres, 'query'>;
  logger: Logger;
}): Worker =>
  createRetention({
    name: 'visit cleanup',
    intervalMs: INTERVAL_MS,
    expiries: TABLES.map((table) => ({ table, where: `day < ${TODAY}` })),
    postgres,
    logger,
  });
