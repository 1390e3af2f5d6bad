import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { REFRESH_SECONDS } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import type { Postgres, Queryable } from './postgres.ts';

const hashed = (token: string) => createHash('sha256').update(token).digest();
const newToken = () => randomBytes(32).toString('base64url');
/** Seconds in which the token just replaced is still taken: two tabs may renew at the same moment. */
const OVERLAP_SECONDS = 30;
/** Ended sessions removed beside each new one: few, and none that another replica holds. */
const SWEPT_AT_ONCE = 100;

/**
 * Refresh sessions of one issuer: opaque tokens kept as hashes, replaced at each use. A token that was replaced
 * longer ago than two tabs can explain was stolen: its whole session ends (RFC 9700, section 4.14.2).
 */
export const createSessions = (postgres: Postgres) => ({
  /** Opens a session; returns its refresh token. */
  open: async (client: Queryable, role: TokenRole, subjectId: string): Promise<string> => {
    const token = newToken();
    await client.query(`delete from sessions where id in (select id from sessions where expires_at < now() limit ${SWEPT_AT_ONCE} for update skip locked)`);
    await client.query('insert into sessions (id, role, subject_id, token_hash, expires_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5))', [randomUUID(), role, subjectId, hashed(token), REFRESH_SECONDS]);
    return token;
  },
  /** Renews by a refresh token: whose session it is and the next token (null where another tab has just been given it); null when it does not hold. */
  rotate: (role: TokenRole, token: string): Promise<{ subjectId: string; token: string | null } | null> =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<{ id: string; subject_id: string; current: boolean; recent: boolean }>(
        `select id, subject_id, token_hash = $1 as current, rotated_at > now() - make_interval(secs => $3) as recent
         from sessions where (token_hash = $1 or previous_hash = $1) and role = $2 and expires_at > now() for update`,
        [hashed(token), role, OVERLAP_SECONDS],
      );
      const session = rows[0];
      if (!session) return null;
      if (!session.current) {
        if (session.recent) return { subjectId: session.subject_id, token: null };
        await client.query('delete from sessions where id = $1', [session.id]);
        return null;
      }
      const next = newToken();
      await client.query('update sessions set previous_hash = token_hash, token_hash = $2, rotated_at = now(), expires_at = now() + make_interval(secs => $3) where id = $1', [session.id, hashed(next), REFRESH_SECONDS]);
      return { subjectId: session.subject_id, token: next };
    }),
  /** Ends every session of a subject. */
  endAll: async (client: Queryable, role: TokenRole, subjectId: string): Promise<void> => {
    await client.query('delete from sessions where role = $1 and subject_id = $2', [role, subjectId]);
  },
  /** Ends every session of the subject to whom this refresh token belongs. */
  endByToken: async (role: TokenRole, token: string): Promise<void> => {
    await postgres.query('delete from sessions where role = $1 and subject_id in (select subject_id from sessions where role = $1 and (token_hash = $2 or previous_hash = $2))', [role, hashed(token)]);
  },
});
export type Sessions = ReturnType<typeof createSessions>;
