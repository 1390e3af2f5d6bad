import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createRetention } from 'service-kit/retention';
import type { Worker } from 'service-kit/worker';
import { TODAY } from './visit.repository.ts';

/** Sooner than other retention: browsers of the former day can be recognised until then. */
const INTERVAL_MS = 10 * 60_000;
const TABLES = ['visit_keys', 'visitors_seen', 'visit_addresses'] as const;

/** Deletes by what browsers of earlier days could be recognised (docs/domain.md#visits). */
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
