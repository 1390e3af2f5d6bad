import { pagePath } from 'contracts/pages';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { hashToken, newRandomToken } from 'service-kit/random-token';

const VALID_HOURS = 1;

/** Returns the link of a reset mail. */
export const resetUrlOf = (publicUrl: string, token: string): string =>
  `${publicUrl}${pagePath('resetPassword')}?token=${encodeURIComponent(token)}`;

/** Stores the token as the only one of the subscriber. */
const saveToken = async (client: Queryable, subscriberId: string, token: string): Promise<void> => {
  await client.query('delete from reset_tokens where subscriber_id = $1', [subscriberId]);
  await client.query(
    'insert into reset_tokens (token_hash, subscriber_id, expires_at) values ($1, $2, now() + make_interval(hours => $3))',
    [hashToken(token), subscriberId, VALID_HOURS],
  );
};

export const createResetRepository = (postgres: Pick<Postgres, 'query' | 'transaction'>) => ({
  saveToken,
  /** Creates a token, which replaces the subscriber's others. */
  issueToken: async (subscriberId: string): Promise<string> => {
    const token = newRandomToken();
    await postgres.transaction((client) => saveToken(client, subscriberId, token));
    return token;
  },
  emailOfToken: async (token: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ email: string }>(
      'select s.email from reset_tokens t join subscribers s on s.id = t.subscriber_id where t.token_hash = $1 and t.expires_at > now()',
      [hashToken(token)],
    );
    return rows[0]?.email ?? null;
  },
  /** Deletes the subscriber's tokens, after a change of the password or the address. */
  discard: async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query('delete from reset_tokens where subscriber_id = $1', [subscriberId]);
  },
  /** Consumes a token and deletes the person's others; returns the person's id, or null when it is invalid. */
  useToken: async (client: Queryable, token: string): Promise<string | null> => {
    const { rows } = await client.query<{ subscriber_id: string }>(
      'delete from reset_tokens where token_hash = $1 and expires_at > now() returning subscriber_id',
      [hashToken(token)],
    );
    const subscriberId = rows[0]?.subscriber_id ?? null;
    if (subscriberId) await client.query('delete from reset_tokens where subscriber_id = $1', [subscriberId]);
    return subscriberId;
  },
});
export type ResetRepository = ReturnType<typeof createResetRepository>;
