import { createHash, randomUUID } from 'node:crypto';
import type { Postgres, Queryable } from 'service-kit/postgres';

export interface ResetRequest {
  id: string;
  email: string;
  /** Made already, in development mode. */
  token: string | null;
  /** Including this one. */
  attempts: number;
  createdAt: Date;
}

const VALID_HOURS = 1;
/** Seconds in which nobody else takes a request that is being worked on; longer than a mail may take. */
const LEASE_SECONDS = 60;
const hashed = (token: string) => createHash('sha256').update(token).digest();

export const createResetRepository = (postgres: Pick<Postgres, 'query'>) => ({
  request: async (client: Queryable, email: string, token: string | null): Promise<void> => {
    await client.query('insert into reset_requests (id, email, token) values ($1, $2, $3)', [randomUUID(), email, token]);
  },
  /** Takes the request that waits longest, for this replica alone; null when none is due. */
  take: async (): Promise<ResetRequest | null> => {
    const { rows } = await postgres.query<ResetRequest>(
      `update reset_requests set attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
       where id = (select id from reset_requests where due_at <= now() order by due_at limit 1 for update skip locked)
       returning id, email, token, attempts, created_at as "createdAt"`,
      [LEASE_SECONDS],
    );
    return rows[0] ?? null;
  },
  postpone: async (id: string, seconds: number): Promise<void> => {
    await postgres.query('update reset_requests set due_at = now() + make_interval(secs => $2) where id = $1', [id, seconds]);
  },
  finish: async (id: string): Promise<void> => {
    await postgres.query('delete from reset_requests where id = $1', [id]);
  },
  /** Makes this the only token of the person. */
  saveToken: async (client: Queryable, subscriberId: string, token: string): Promise<void> => {
    await client.query('delete from reset_tokens where subscriber_id = $1', [subscriberId]);
    await client.query('insert into reset_tokens (token_hash, subscriber_id, expires_at) values ($1, $2, now() + make_interval(hours => $3))', [hashed(token), subscriberId, VALID_HOURS]);
  },
  emailOfToken: async (token: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ email: string }>('select s.email from reset_tokens t join subscribers s on s.id = t.subscriber_id where t.token_hash = $1 and t.expires_at > now()', [hashed(token)]);
    return rows[0]?.email ?? null;
  },
  /** Ends a token and every other of its person; the person's id, or null when it does not hold. */
  useToken: async (client: Queryable, token: string): Promise<string | null> => {
    const { rows } = await client.query<{ subscriber_id: string }>('delete from reset_tokens where token_hash = $1 and expires_at > now() returning subscriber_id', [hashed(token)]);
    const subscriberId = rows[0]?.subscriber_id ?? null;
    if (subscriberId) await client.query('delete from reset_tokens where subscriber_id = $1', [subscriberId]);
    return subscriberId;
  },
});
export type ResetRepository = ReturnType<typeof createResetRepository>;
