import { CLAIM_LEASE_SECONDS, IDEMPOTENCY_HOURS } from './idempotency.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Postgres } from './postgres.ts';
import type { Expiry } from './retention.ts';

interface Row {
  fingerprint: string;
  response: { body: unknown } | null;
}

/** Stores claims in the table `idempotency_keys` of the kit's migrations. */
export const createPostgresIdempotency = (postgres: Pick<Postgres, 'query'>): IdempotencyStore => ({
  claim: async (key, fingerprint) => {
    const { rowCount } = await postgres.query(
      `insert into idempotency_keys as known (key, fingerprint) values ($1, $2)
       on conflict (key) do update
         set fingerprint = excluded.fingerprint, response = null, claimed_at = now()
         where known.claimed_at < now() - case when known.response is null
           then make_interval(secs => $3) else make_interval(hours => $4) end`,
      [key, fingerprint, CLAIM_LEASE_SECONDS, IDEMPOTENCY_HOURS],
    );
    if (rowCount === 1) return { kind: 'claimed' };
    const { rows } = await postgres.query<Row>('select fingerprint, response from idempotency_keys where key = $1', [
      key,
    ]);
    // Another request released the key between the two statements: the client retries.
    if (!rows[0]) return { kind: 'in progress' };
    if (rows[0].fingerprint !== fingerprint) return { kind: 'used for another request' };
    return rows[0].response ? { kind: 'completed', response: rows[0].response.body } : { kind: 'in progress' };
  },
  complete: async (key, response) => {
    await postgres.query('update idempotency_keys set response = $2 where key = $1', [
      key,
      JSON.stringify({ body: response }),
    ]);
  },
  release: async (key) => {
    await postgres.query('delete from idempotency_keys where key = $1 and response is null', [key]);
  },
});

/** Expired responses, which no retry can receive any more. */
export const IDEMPOTENCY_EXPIRY: Expiry = {
  table: 'idempotency_keys',
  where: `claimed_at < now() - interval '${IDEMPOTENCY_HOURS} hours'`,
};
