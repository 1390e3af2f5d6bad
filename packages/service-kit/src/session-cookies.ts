import type { Request, Response } from 'express';
import { REFRESH_COOKIES, REFRESH_SECONDS, VIEW_COOKIE_SECONDS, VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import { clearCookie, cookieOptions, readCookie } from './cookies.ts';
import type { TokenIssuer } from './tokens.ts';
import type { Viewer } from './viewer.ts';

interface SessionCookieOptions<Role extends TokenRole> {
  role: Role;
  tokens: TokenIssuer;
  /** Whether the site is reached by https: its cookies then never travel without. */
  secure: (request: Request) => boolean;
}

/**
 * What a browser holds of a session: the refresh cookie, sent to the calls below its path alone, and the view cookie,
 * sent everywhere (design, section 3).
 */
export const createSessionCookies = <Role extends TokenRole>({ role, tokens, secure }: SessionCookieOptions<Role>) => ({
  /** The refresh token that came with a request, or null. */
  refreshToken: (request: Request): string | null => readCookie(request, REFRESH_COOKIES[role]),
  /**
   * Sets both cookies and returns the access token.
   * @param refreshToken null leaves the refresh cookie as it is
   * @param path of the refresh cookie
   */
  grant: async (request: Request, response: Response, viewer: Extract<Viewer, { role: Role }>, refreshToken: string | null, path: string): Promise<string> => {
    const [token, view] = await Promise.all([tokens.sign('access', viewer), tokens.sign('view', viewer)]);
    if (refreshToken !== null) response.cookie(REFRESH_COOKIES[role], refreshToken, cookieOptions(secure(request), path, REFRESH_SECONDS));
    response.cookie(VIEW_COOKIES[role], view, cookieOptions(secure(request), '/', VIEW_COOKIE_SECONDS));
    return token;
  },
  clear: (request: Request, response: Response, path: string): void => {
    clearCookie(response, REFRESH_COOKIES[role], secure(request), path);
    clearCookie(response, VIEW_COOKIES[role], secure(request), '/');
  },
});
export type SessionCookies<Role extends TokenRole> = ReturnType<typeof createSessionCookies<Role>>;
