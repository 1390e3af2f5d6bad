import type { Request, Response } from 'express';
import type { TokenRole } from 'contracts/roles';
import type { SessionView } from 'contracts/sessions';
import { bearerOf } from './auth.ts';
import type { KnownViewer, Verifier } from './auth.ts';
import { AppError } from './errors.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Postgres, Queryable } from './postgres.ts';
import type { SecurityEvents } from './security-events.ts';
import type { SessionCookies } from './session-cookies.ts';
import { createSessionTrail } from './session-trail.ts';
import type { EndedSession, SessionGrant, Sessions } from './sessions.ts';

interface SessionCallOptions<Role extends TokenRole> {
  role: Role;
  postgres: Postgres;
  sessions: Sessions;
  cookies: SessionCookies<Role>;
  verifier: Verifier;
  guard: LoginGuard;
  security: SecurityEvents;
}

const ok = { ok: true } as const;

/**
 * Creates the calls with which users manage their own sessions, the same for each role: renew, log out, list, end, confirm the password.
 */
export const createSessionCalls = <Role extends TokenRole>({
  role,
  postgres,
  sessions,
  cookies,
  verifier,
  guard,
  security,
}: SessionCallOptions<Role>) => {
  const trail = createSessionTrail(role);

  /** Returns the viewer of the request's token, if it is still valid. */
  const viewerOf = async (request: Request): Promise<KnownViewer | null> => {
    const token = bearerOf(request.get('authorization'));
    if (!token) return null;
    try {
      return await verifier.verify(token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'SESSION_EXPIRED') return null;
      throw error;
    }
  };
  const endOwn = async (
    client: Queryable,
    refreshToken: string | null,
    viewer: KnownViewer | null,
  ): Promise<EndedSession | null> =>
    (refreshToken !== null && (await sessions.endByToken(client, refreshToken))) ||
    (viewer?.role === role && (await sessions.end(client, viewer.id, viewer.sessionId))) ||
    null;

  return {
    /** Renews the session of the request's refresh cookie. @throws AppError SESSION_EXPIRED */
    renew: async (request: Request): Promise<SessionGrant> => {
      const refreshToken = cookies.refreshToken(request);
      const sessionGrant = refreshToken === null ? null : await sessions.renew(refreshToken);
      if (!sessionGrant) throw new AppError('SESSION_EXPIRED');
      return sessionGrant;
    },
    /**
     * Ends the session of the request's refresh cookie, else of its token, if any, and clears the cookies.
     * @param path of the refresh cookie
     */
    logOut: async (request: Request, response: Response, path: string): Promise<typeof ok> => {
      const refreshToken = cookies.refreshToken(request);
      const viewer = await viewerOf(request);
      await postgres.transaction(async (client) => {
        const ended = await endOwn(client, refreshToken, viewer);
        if (ended) await trail.left(client, ended);
      });
      cookies.clear(request, response, path);
      return ok;
    },
    list: ({ id, sessionId }: KnownViewer): Promise<SessionView[]> => sessions.list(id, sessionId),
    /** @throws AppError SESSION_NOT_FOUND, also for a session of another subject */
    end: async ({ id }: KnownViewer, sessionId: string): Promise<typeof ok> => {
      await postgres.transaction(async (client) => {
        const ended = await sessions.end(client, id, sessionId);
        if (!ended) throw new AppError('SESSION_NOT_FOUND');
        await trail.devicesRemoved(client, id, [ended]);
      });
      return ok;
    },
    /** Ends every session of the viewer, and clears the cookies of this browser. @param path of the refresh cookie */
    endAll: async ({ id }: KnownViewer, request: Request, response: Response, path: string): Promise<typeof ok> => {
      await postgres.transaction(async (client) => {
        const ended = await sessions.endAll(client, id);
        if (ended.length > 0) await trail.devicesRemoved(client, id, ended);
      });
      cookies.clear(request, response, path);
      return ok;
    },
    /**
     * Confirms the password in the viewer's session, with the same limits as a login.
     * @param account as at the login
     * @param isPassword whether the given password is the viewer's
     * @returns the session to grant: tokens with a new `auth_time`; the refresh token is unchanged
     * @throws AppError WRONG_PASSWORD, TOO_MANY_ATTEMPTS, SESSION_EXPIRED when the session has ended meanwhile
     */
    reauthenticate: async (
      { id, sessionId }: KnownViewer,
      request: Request,
      account: string,
      isPassword: () => Promise<boolean>,
    ): Promise<SessionGrant> => {
      await guard(request, account, async () => {
        if (!(await isPassword())) throw new AppError('WRONG_PASSWORD');
      });
      const session = await sessions.confirm(id, sessionId);
      if (!session) throw new AppError('SESSION_EXPIRED');
      security.record('login.confirmed', { role, subjectId: id, sessionId });
      return { session, refreshToken: null };
    },
  };
};
