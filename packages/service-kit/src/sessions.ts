import { randomBytes, randomUUID } from 'node:crypto';
import { MAX_SESSIONS, SESSION_LIFETIMES, VIEW_COOKIE_SECONDS } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import type { SessionView } from 'contracts/sessions';
import { createEvent, saveEvents } from './outbox.ts';
import { afterCommit } from './postgres.ts';
import type { Postgres, Queryable } from './postgres.ts';
import { hashToken, newRandomToken } from './random-token.ts';
import type { Revocations, RevokedSession } from './revocations.ts';
import type { SecurityEvents } from './security-events.ts';
import { createSessionTrail } from './session-trail.ts';
import type { TokenSession } from './tokens.ts';

/** Time for which a replaced token stays valid: two tabs may renew at the same moment. */
const OVERLAP_SECONDS = 30;
const REFRESH_TOKEN = /^([\w-]{22})\.[\w-]{43}$/;

/** The part that identifies the session is stable; each renewal replaces the secret. */
const newToken = (family = randomBytes(16).toString('base64url')) => `${family}.${newRandomToken()}`;
const familyOf = (token: string): Buffer | null => {
  const family = REFRESH_TOKEN.exec(token)?.[1];
  return family === undefined ? null : hashToken(family);
};

/** Session that was just opened or renewed, for its tokens and cookies. */
export interface OpenSession extends TokenSession {
  subjectId: string;
}
/** Open session with the token that renews it. */
export interface SessionGrant {
  session: OpenSession;
  /** null when another tab has just received the next one. */
  refreshToken: string | null;
}
/** Whether a login has opened a session; otherwise a further step must follow. */
export const isSessionGrant = <Pending extends object>(entered: SessionGrant | Pending): entered is SessionGrant =>
  'session' in entered;
/** Browser for which a session is opened. */
export interface Browser {
  /** Description for the list of sessions, see `describeDevice`. */
  device: string;
  /** Refresh token in the request: its session ends, because its cookies are overwritten. */
  refreshToken: string | null;
}
export interface EndedSession {
  id: string;
  subjectId: string;
  device: string;
}

const OPEN = `id, subject_id as "subjectId", extract(epoch from authenticated_at)::int as "authenticatedAt", ceil(extract(epoch from expires_at - now()))::int as "secondsLeft"`;
const ENDED = 'id, subject_id as "subjectId", device';

interface SessionsOptions {
  role: TokenRole;
  postgres: Postgres;
  revocations: Pick<Revocations, 'add'>;
  security: SecurityEvents;
}

/**
 * Manages the sessions of one role. A refresh token is `<family>.<secret>`, stored as hashes. A known family with a secret that is
 * neither the current nor (briefly) the previous one is a stolen copy, however old: the session ends (RFC 9700, section 4.14.2).
 * Times come from the database's clock. Ending a session revokes its tokens everywhere, in the same transaction.
 */
export const createSessions = ({ role, postgres, revocations, security }: SessionsOptions) => {
  const { inactivitySeconds, absoluteSeconds } = SESSION_LIFETIMES[role];
  const trail = createSessionTrail(role);

  const revoke = async (client: Queryable, ended: readonly EndedSession[]): Promise<void> => {
    const [first] = ended;
    if (!first) return;
    const sessionIds = ended.map(({ id }) => id);
    const { rows } = await client.query<{ expiresAt: Date }>(
      `insert into revoked_sessions (session_id, expires_at) select unnest($1::uuid[]), now() + make_interval(secs => $2)
       on conflict do nothing returning expires_at as "expiresAt"`,
      [sessionIds, VIEW_COOKIE_SECONDS],
    );
    const expiresAt = rows[0]?.expiresAt;
    if (!expiresAt) return;
    const { subjectId } = first;
    await saveEvents(
      client,
      createEvent('sessions.revoked', { role, subjectId, sessionIds, expiresAt: expiresAt.toISOString() }, 1),
    );
    afterCommit(client, () => {
      revocations.add(sessionIds.map((id) => ({ id, expiresAt: expiresAt.getTime() })));
      security.record('session.revoked', {
        role,
        subjectId,
        ...(sessionIds.length === 1 ? { sessionId: first.id } : { count: sessionIds.length }),
      });
    });
  };
  const remove = async (client: Queryable, condition: string, values: unknown[]): Promise<EndedSession[]> => {
    const { rows } = await client.query<EndedSession>(
      `delete from sessions where role = $1 and ${condition} returning ${ENDED}`,
      [role, ...values],
    );
    await revoke(client, rows);
    return rows;
  };
  const endByToken = async (client: Queryable, token: string): Promise<EndedSession | null> => {
    const family = familyOf(token);
    return family ? ((await remove(client, 'family_hash = $2', [family]))[0] ?? null) : null;
  };

  return {
    /** Opens a session, in the transaction that authenticated its subject. */
    open: async (
      client: Queryable,
      subjectId: string,
      { device, refreshToken: replaced }: Browser,
    ): Promise<SessionGrant> => {
      if (replaced !== null) await endByToken(client, replaced);
      const refreshToken = newToken();
      const { rows } = await client.query<OpenSession>(
        `insert into sessions (id, role, subject_id, device, family_hash, token_hash, expires_at, ends_at)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), now() + make_interval(secs => $8)) returning ${OPEN}`,
        [
          randomUUID(),
          role,
          subjectId,
          device,
          familyOf(refreshToken),
          hashToken(refreshToken),
          inactivitySeconds,
          absoluteSeconds,
        ],
      );
      const session = rows[0] as OpenSession;
      await remove(
        client,
        'id in (select id from sessions where role = $1 and subject_id = $2 and id <> $3 order by rotated_at desc offset $4)',
        [subjectId, session.id, MAX_SESSIONS - 1],
      );
      await trail.entered(client, subjectId, device);
      afterCommit(client, () => security.record('login.succeeded', { role, subjectId, sessionId: session.id }));
      return { session, refreshToken };
    },
    /** Renews the session of a refresh token; null when the token is invalid. */
    renew: (token: string): Promise<SessionGrant | null> =>
      postgres.transaction(async (client) => {
        const family = familyOf(token);
        const { rows } = await client.query<OpenSession & { device: string; isCurrent: boolean; isRecent: boolean }>(
          `select ${OPEN}, device, token_hash = $3 as "isCurrent", coalesce(previous_hash = $3, false) and rotated_at > now() - make_interval(secs => $4) as "isRecent"
           from sessions where family_hash = $1 and role = $2 and expires_at > now() for update`,
          [family, role, hashToken(token), OVERLAP_SECONDS],
        );
        const openSession = rows[0];
        if (!openSession) return null;
        const { isCurrent, isRecent, device, ...session } = openSession;
        if (isCurrent) {
          const refreshToken = newToken(token.split('.')[0]);
          const renewed = await client.query<OpenSession>(
            `update sessions set previous_hash = token_hash, token_hash = $2, rotated_at = now(), expires_at = least(now() + make_interval(secs => $3), ends_at)
             where id = $1 returning ${OPEN}`,
            [session.id, hashToken(refreshToken), inactivitySeconds],
          );
          return { session: renewed.rows[0] as OpenSession, refreshToken };
        }
        if (isRecent) return { session, refreshToken: null };
        await remove(client, 'id = $2', [session.id]);
        afterCommit(client, () =>
          security.record('session.reuse_detected', { role, subjectId: session.subjectId, sessionId: session.id }),
        );
        return null;
      }),
    /** Marks a session as freshly authenticated after its user has entered the password again; null when the session has ended. */
    confirm: async (subjectId: string, sessionId: string): Promise<OpenSession | null> => {
      const { rows } = await postgres.query<OpenSession>(
        `update sessions set authenticated_at = now() where role = $1 and subject_id = $2 and id = $3 and expires_at > now() returning ${OPEN}`,
        [role, subjectId, sessionId],
      );
      return rows[0] ?? null;
    },
    /** Lists the sessions of a subject, last used first. */
    list: async (subjectId: string, currentId: string): Promise<SessionView[]> => {
      const { rows } = await postgres.query<{ id: string; device: string; created_at: Date; rotated_at: Date }>(
        'select id, device, created_at, rotated_at from sessions where role = $1 and subject_id = $2 and expires_at > now() order by rotated_at desc, id',
        [role, subjectId],
      );
      return rows.map(({ id, device, created_at, rotated_at }) => ({
        id,
        device,
        created_at: created_at.toISOString(),
        last_used_at: rotated_at.toISOString(),
        current: id === currentId,
      }));
    },
    /** Ends one session of a subject; null when the subject has none with this id. */
    end: async (client: Queryable, subjectId: string, sessionId: string): Promise<EndedSession | null> =>
      (await remove(client, 'subject_id = $2 and id = $3', [subjectId, sessionId]))[0] ?? null,
    /** Ends every session of a subject, except the given one. */
    endAll: (
      client: Queryable,
      subjectId: string,
      { except = null }: { except?: string | null } = {},
    ): Promise<EndedSession[]> => remove(client, 'subject_id = $2 and id is distinct from $3', [subjectId, except]),
    /** Ends the session that a refresh token belongs to, even when the token was replaced since; null when there is none. */
    endByToken,
  };
};
export type Sessions = ReturnType<typeof createSessions>;

/** Lists the revoked sessions with possibly unexpired tokens, by expiry. */
export const listRevokedSessions = async (postgres: Pick<Postgres, 'query'>): Promise<RevokedSession[]> => {
  const { rows } = await postgres.query<RevokedSession>(
    'select session_id as id, (extract(epoch from expires_at) * 1000)::bigint as "expiresAt" from revoked_sessions where expires_at > now() order by expires_at',
  );
  return rows;
};
