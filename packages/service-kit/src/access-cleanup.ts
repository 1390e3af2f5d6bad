import type { Logger } from './logger.ts';
import type { Postgres } from './postgres.ts';
import { createRetention } from './retention.ts';
import type { Worker } from './worker.ts';

const INTERVAL_MS = 10 * 60_000;

/** Deletes expired sessions, revocations, challenges and rate limits. */
export const createAccessCleanup = ({
  postgres,
  logger,
}: {
  postgres: Pick<Postgres, 'query'>;
  logger: Logger;
}): Worker =>
  createRetention({
    name: 'access cleanup',
    intervalMs: INTERVAL_MS,
    expiries: [
      { table: 'sessions', where: 'expires_at < now()' },
      { table: 'revoked_sessions', where: 'expires_at < now()' },
      { table: 'rate_limits', where: 'expire < extract(epoch from now()) * 1000' },
      { table: 'second_factor_challenges', where: 'expires_at < now()' },
    ],
    postgres,
    logger,
  });
