import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';

/**
 * Returns the name of a cookie for the whole site (path "/"). On https, a prefix binds it to this host and to https (RFC 6265bis,
 * 4.1.3), so that neither another host of the domain nor an attacker on an http network can set it.
 */
export const siteCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
/** Returns the name of a cookie with a narrower path, which the prefix `__Host-` forbids. */
export const pathCookie = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);

/** Returns the raw value of the first cookie of this name in a request. */
export const readCookie = ({ headers }: Pick<Request, 'headers'>, name: string): string | null =>
  parseCookie(headers.cookie ?? '', { decode: (value) => value })[name] ?? null;

/** Whether the site is reached by https: the gateway sets the header from its own address, and removes a client's. */
export const isHttps = ({ headers }: Pick<Request, 'headers'>): boolean => headers['x-forwarded-proto'] === 'https';

/** Returns the view cookie of a role. */
export const readViewCookie = (request: Pick<Request, 'headers'>, role: TokenRole): string | null =>
  readCookie(request, siteCookie(VIEW_COOKIES[role], isHttps(request)));

/** Options of the platform's cookies: not readable by scripts, and sent only on navigations of the site. */
export const cookieOptions = (secure: boolean, path: string, maxAgeSeconds: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
  maxAge: maxAgeSeconds * 1000,
});

/** Removes a cookie that was set with `cookieOptions`. */
export const clearCookie = (response: Response, name: string, secure: boolean, path: string): void => {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure, path });
};
