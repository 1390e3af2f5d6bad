import type { Request, Response } from 'express';
import { REFRESH_COOKIES, VIEW_COOKIE_SECONDS, VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import { clearCookie, cookieOptions, pathCookie, readCookie, siteCookie } from './cookies.ts';
import { describeDevice } from './device.ts';
import type { Browser, SessionGrant } from './sessions.ts';
import type { TokenIssuer } from './tokens.ts';
import type { Person } from './viewer.ts';

interface SessionCookieOptions<Role extends TokenRole> {
  role: Role;
  tokens: TokenIssuer;
}

/** Sets the cookies of a session: the refresh cookie, sent only to calls below its path, and the view cookie, sent everywhere. */
export const createSessionCookies = <Role extends TokenRole>({ role, tokens }: SessionCookieOptions<Role>) => {
  const refreshName = (request: Request) => pathCookie(request, REFRESH_COOKIES[role]);
  const viewName = (request: Request) => siteCookie(request, VIEW_COOKIES[role]);
  /** Returns the refresh token of a request, or null. */
  const refreshToken = (request: Request): string | null => readCookie(request, refreshName(request));
  return {
    refreshToken,
    /** Describes the browser that logs in. */
    browser: (request: Request): Browser => ({
      device: describeDevice(request.get('user-agent')),
      refreshToken: refreshToken(request),
    }),
    /**
     * Sets both cookies, with the remaining lifetime of the session, and returns the access token.
     * @param path of the refresh cookie
     */
    grant: async (
      request: Request,
      response: Response,
      person: Extract<Person, { role: Role }>,
      { session, refreshToken: renewed }: SessionGrant,
      path: string,
    ): Promise<string> => {
      const [token, view] = await Promise.all([
        tokens.sign('access', person, session),
        tokens.sign('view', person, session),
      ]);
      const { secondsLeft } = session;
      if (renewed !== null) response.cookie(refreshName(request), renewed, cookieOptions(request, path, secondsLeft));
      response.cookie(viewName(request), view, cookieOptions(request, '/', Math.min(secondsLeft, VIEW_COOKIE_SECONDS)));
      return token;
    },
    clear: (request: Request, response: Response, path: string): void => {
      clearCookie(response, refreshName(request), path);
      clearCookie(response, viewName(request), '/');
    },
  };
};
export type SessionCookies<Role extends TokenRole> = ReturnType<typeof createSessionCookies<Role>>;
