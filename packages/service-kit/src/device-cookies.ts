import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { DEVICE_COOKIES } from 'contracts/roles';
import type { TokenRole } from 'contracts/roles';
import { cookieOptions, pathCookie, readCookie } from './cookies.ts';

const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
const COOKIE = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/;

export interface DeviceCookieOptions {
  role: TokenRole;
  /** Symmetric key, from the issuer's `deriveKey`. */
  key: Buffer;
  /** Returns the stored hash of an account's password; null for an unknown account. */
  passwordHashOf: (account: string) => Promise<string | null>;
  clock?: () => number;
}

/** Account that was opened with the password of this hash. */
interface OpenedAccount {
  account: string;
  passwordHash: string;
}

/**
 * Creates cookies that identify browsers in which an account was opened before (OWASP, "Device cookies"): failed logins elsewhere
 * do not lock these browsers out. Each cookie is bound to one account and its password: a user of a former password could have
 * collected any number of them. It holds no personal data: a random id, its expiry, a signature.
 */
export const createDeviceCookies = ({ role, key, passwordHashOf, clock = Date.now }: DeviceCookieOptions) => {
  const signature = ({ account, passwordHash }: OpenedAccount, id: string, expires: string) =>
    createHmac('sha256', key).update(`${role}\n${account.toLowerCase()}\n${id}\n${expires}\n${passwordHash}`).digest();
  const nameOf = (request: Pick<Request, 'headers'>) => pathCookie(request, DEVICE_COOKIES[role]);
  const knownDevice = async (
    request: Pick<Request, 'headers'>,
    account: string,
    hashOf = passwordHashOf,
  ): Promise<string | null> => {
    const [, id, expires = '', given = ''] = COOKIE.exec(readCookie(request, nameOf(request)) ?? '') ?? [];
    const passwordHash = id === undefined ? null : await hashOf(account);
    if (id === undefined || passwordHash === null) return null;
    const expected = signature({ account, passwordHash }, id, expires);
    const isSigned = timingSafeEqual(expected, Buffer.alloc(32, given, 'base64url'));
    return isSigned && Number(expires) * 1000 > clock() ? id : null;
  };
  const remember = (request: Request, response: Response, opened: OpenedAccount, path: string): void => {
    const id = randomBytes(16).toString('base64url');
    const expires = String(Math.floor(clock() / 1000) + LIFETIME_SECONDS);
    const value = `${id}.${expires}.${signature(opened, id, expires).toString('base64url')}`;
    response.cookie(nameOf(request), value, cookieOptions(request, path, LIFETIME_SECONDS));
  };
  return {
    /** Returns the id of a browser that has opened this account before, else null. */
    knownDevice: (request: Pick<Request, 'headers'>, account: string) => knownDevice(request, account),
    /** @param path of the cookie: that of the account's login calls */
    remember,
    /** Remembers the browser that sets a new password, if it was known with the former one. */
    renew: async (
      request: Request,
      response: Response,
      { formerHash, ...opened }: OpenedAccount & { formerHash: string },
      path: string,
    ): Promise<void> => {
      const id = await knownDevice(request, opened.account, () => Promise.resolve(formerHash));
      if (id !== null) remember(request, response, opened, path);
    },
  };
};
export type DeviceCookies = ReturnType<typeof createDeviceCookies>;
