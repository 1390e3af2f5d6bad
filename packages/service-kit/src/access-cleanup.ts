import type { Logger } from './logger.ts';
import type { Postgres } from './postgres.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

const BATCH = 1_000;
const INTERVAL_MS = 10 * 60_000;

/** Rows without effect: expired sessions, revocations and challenges, ended rate limit windows. */
const REMOVALS = [
  'delete from sessions where id in (select id from sessions where expires_at < now() limit $1 for update skip locked)',
  'delete from revoked_sessions where session_id in (select session_id from revoked_sessions where expires_at < now() limit $1 for update skip locked)',
  'delete from rate_limits where key in (select key from rate_limits where expire < extract(epoch from now()) * 1000 limit $1 for update skip locked)',
  'delete from second_factor_challenges where token_hash in (select token_hash from second_factor_challenges where expires_at < now() limit $1 for update skip locked)',
] as const;

/** Deletes expired sessions, revocations, challenges and rate limits in bounded batches, beside other replicas. */
export const createAccessCleanup = ({
  postgres,
  logger,
}: {
  postgres: Pick<Postgres, 'query'>;
  logger: Logger;
}): Worker =>
  createWorker({
    name: 'access cleanup',
    intervalMs: INTERVAL_MS,
    work: async () => {
      let isMoreToDo = false;
      for (const removal of REMOVALS) {
        const { rowCount } = await postgres.query(removal, [BATCH]);
        isMoreToDo ||= rowCount === BATCH;
      }
      return isMoreToDo;
    },
    logger,
  });
