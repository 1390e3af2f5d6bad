import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as text for a URL or a cookie. */
export const newRandomToken = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the hash under which a database stores a random token, so that a leaked database contains no usable token. For passwords,
 * which can be guessed, use `passwords.ts`.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
