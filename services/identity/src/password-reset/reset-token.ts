import { randomBytes } from 'node:crypto';

/** 256 random bits, as text for a URL. */
export const newResetToken = (): string => randomBytes(32).toString('base64url');

/** The link of a reset mail. */
export const resetUrlOf = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
