import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { VIEW_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';

type WithHeaders = Pick<Request, 'headers'>;

/** Whether the site is reached by https: the gateway sets the header from its own address, and removes a client's. */
const isHttps = ({ headers }: WithHeaders): boolean => headers['x-forwarded-proto'] === 'https';

/**
 * Returns the name of a cookie for the whole site (path "/"). On https, a prefix binds it to this host and to https (RFC 6265bis,
 * 4.1.3), so that neither another host of the domain nor an attacker on an http network can set it.
 */
export const siteCookie = (request: WithHeaders, name: string): string => (isHttps(request) ? `__Host-${name}` : name);
/** Returns the name of a cookie with a narrower path, which the prefix `__Host-` forbids. */
export const pathCookie = (request: WithHeaders, name: string): string =>
  isHttps(request) ? `__Secure-${name}` : name;

/** Returns the raw value of the first cookie of this name in a request. */
export const readCookie = ({ headers }: WithHeaders, name: string): string | null =>
  parseCookie(headers.cookie ?? '', { decode: (value) => value })[name] ?? null;

/** Returns the view cookie of a role. */
export const readViewCookie = (request: WithHeaders, role: TokenRole): string | null =>
  readCookie(request, siteCookie(request, VIEW_COOKIES[role]));

/** Options of the platform's cookies: not readable by scripts, sent only on navigations of the site, on https only over https. */
export const cookieOptions = (request: WithHeaders, path: string, maxAgeSeconds: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(request),
  path,
  maxAge: maxAgeSeconds * 1000,
});

/** Removes a cookie that was set with `cookieOptions`. */
export const clearCookie = (response: Response, name: string, path: string): void => {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure: isHttps(response.req), path });
};
