import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';

/**
 * Returns the name of a cookie of the whole site (path "/"). On https a prefix binds it to this host and to https (RFC 6265bis,
 * 4.1.3): neither another host of the same domain nor a network that alters http can plant it.
 */
export const siteCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
/** Returns the name of a cookie with a narrower path, which the prefix `__Host-` forbids. */
export const pathCookie = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);

/** Returns the value of a cookie of a request, the first of that name, as it was sent. */
export const readCookie = ({ headers }: Pick<Request, 'headers'>, name: string): string | null =>
  parseCookie(headers.cookie ?? '', { decode: (value) => value })[name] ?? null;

/** Whether the site is reached by https: the gateway sets the header from its own address, and drops what a client sent. */
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

/** Removes a cookie that was set with `cookieOptions`. */
export const clearCookie = (response: Response, name: string, secure: boolean, path: string): void => {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure, path });
};
