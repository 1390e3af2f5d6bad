import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { DEVICE_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import { cookieOptions, pathCookie, readCookie } from './cookies.ts';

const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
const COOKIE = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/;

interface DeviceCookieOptions {
  role: TokenRole;
  /** Symmetric key, from the issuer's `deriveKey`. */
  key: Buffer;
  clock?: () => number;
}

/**
 * Creates cookies that identify browsers in which an account was opened before (OWASP, "Device cookies"): failed logins elsewhere
 * do not lock these browsers out. Each cookie is bound to one account and holds no personal data: a random id, its expiry, a
 * signature.
 */
export const createDeviceCookies = ({ role, key, clock = Date.now }: DeviceCookieOptions) => {
  const signature = (account: string, id: string, expires: string) =>
    createHmac('sha256', key).update(`${role}\n${account.toLowerCase()}\n${id}\n${expires}`).digest();
  const nameOf = (request: Pick<Request, 'headers'>) => pathCookie(request, DEVICE_COOKIES[role]);
  return {
    /** Returns the id of a browser that has opened this account before, else null. */
    knownDevice: (request: Pick<Request, 'headers'>, account: string): string | null => {
      const [, id = '', expires = '', given = ''] = COOKIE.exec(readCookie(request, nameOf(request)) ?? '') ?? [];
      const isSigned = timingSafeEqual(signature(account, id, expires), Buffer.alloc(32, given, 'base64url'));
      return isSigned && Number(expires) * 1000 > clock() ? id : null;
    },
    /** @param path of the cookie: that of the account's login calls */
    remember: (request: Request, response: Response, account: string, path: string): void => {
      const id = randomBytes(16).toString('base64url');
      const expires = String(Math.floor(clock() / 1000) + LIFETIME_SECONDS);
      const value = `${id}.${expires}.${signature(account, id, expires).toString('base64url')}`;
      response.cookie(nameOf(request), value, cookieOptions(request, path, LIFETIME_SECONDS));
    },
  };
};
export type DeviceCookies = ReturnType<typeof createDeviceCookies>;
