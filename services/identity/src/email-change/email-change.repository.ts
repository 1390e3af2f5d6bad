import type { Postgres, Queryable } from 'service-kit/postgres';
import { hashToken, newRandomToken } from 'service-kit/random-token';

const VALID_HOURS = 1;

/** Change whose new address was confirmed by its link. */
export interface ConfirmedChange {
  subscriberId: string;
  newEmail: string;
  formerEmail: string;
  /** Session that requested the change. */
  sessionId: string;
}

export const createEmailChangeRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** Stores the change as the only pending one of the subscriber; its link is created later. */
  save: async (
    client: Queryable,
    { subscriberId, newEmail, sessionId }: { subscriberId: string; newEmail: string; sessionId: string },
  ): Promise<void> => {
    await client.query(
      `insert into email_changes (subscriber_id, new_email, session_id, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))
       on conflict (subscriber_id) do update set new_email = $2, session_id = $3, token_hash = null, expires_at = excluded.expires_at, requested_at = now()`,
      [subscriberId, newEmail, sessionId, VALID_HOURS],
    );
  },
  /**
   * Creates a token for the subscriber's pending change, which replaces an earlier one; null without a change, or when the address
   * is taken.
   */
  issueToken: async (subscriberId: string): Promise<{ newEmail: string; token: string } | null> => {
    const token = newRandomToken();
    const { rows } = await postgres.query<{ newEmail: string }>(
      `update email_changes c set token_hash = $2, expires_at = now() + make_interval(hours => $3)
       where subscriber_id = $1 and not exists (select from subscribers where lower(email) = lower(c.new_email))
       returning new_email as "newEmail"`,
      [subscriberId, hashToken(token), VALID_HOURS],
    );
    return rows[0] ? { ...rows[0], token } : null;
  },
  /** Consumes a token; null when it is invalid. */
  use: async (client: Queryable, token: string): Promise<ConfirmedChange | null> => {
    const { rows } = await client.query<ConfirmedChange>(
      `delete from email_changes c using subscribers s where s.id = c.subscriber_id and c.token_hash = $1 and c.expires_at > now()
       returning c.subscriber_id as "subscriberId", c.new_email as "newEmail", s.email as "formerEmail", c.session_id as "sessionId"`,
      [hashToken(token)],
    );
    return rows[0] ?? null;
  },
  /** Deletes the pending change, which may have been requested with the previous password. */
  discard: async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query('delete from email_changes where subscriber_id = $1', [subscriberId]);
  },
});
export type EmailChangeRepository = ReturnType<typeof createEmailChangeRepository>;
