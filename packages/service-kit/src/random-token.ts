import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for an address or a cookie. */
export const newRandomToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a random token that a database stores, so that a copy of it opens nothing. A password needs `passwords.ts`: it can be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
