import type { CookieOptions, Request, Response } from 'express';
import { VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';

/**
 * The name of a cookie of the whole site (path "/"). On https a prefix binds it to this host and to https (RFC 6265bis, section
 * 4.1.3): another host of the same domain, or a network that alters http, cannot plant it.
 */
export const siteCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
/** The name of a cookie with a narrower path, which the prefix `__Host-` forbids. */
export const pathCookie = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);

/** The cookies of a request, the first of each name (RFC 6265, section 5.4). */
export const readCookie = (request: Pick<Request, 'headers'>, name: string): string | null => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
};

/** Whether the site is reached by https. The gateway says so, of its own address; a client's word does not reach a service. */
export const isHttps = ({ headers }: Pick<Request, 'headers'>): boolean => headers['x-forwarded-proto'] === 'https';

/** The view cookie of a role. */
export const readViewCookie = (request: Pick<Request, 'headers'>, role: TokenRole): string | null =>
  readCookie(request, siteCookie(VIEW_COOKIES[role], isHttps(request)));

/** Options of the platform's cookies: never readable by a script, sent on navigations of the site only. */
export const cookieOptions = (secure: boolean, path: string, maxAgeSeconds: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
  maxAge: maxAgeSeconds * 1000,
});

export const clearCookie = (response: Response, name: string, secure: boolean, path: string): void => {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure, path });
};
