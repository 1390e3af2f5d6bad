import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from 'service-kit/errors';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { z } from 'zod';

interface Options<Position> {
  position: z.ZodType<Position>;
  /** The first signs, all are accepted. */
  secrets: UrlSecrets;
  /** Purpose of the cursors: those of another one are invalid. */
  purpose: string;
}

const SIGNATURE_BYTES = 16;

/**
 * Cursors of a keyset pagination, signed with the list that they continue: only cursors of this platform hold, so a
 * client cannot fill a cache with invented pages.
 */
export const createCursors = <Position>({ position, secrets, purpose }: Options<Position>) => {
  const sign = (secret: string, list: string, body: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, list, body]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    /** @param list everything that decides the list and its pages, in one spelling */
    write: (list: string, at: Position): string => {
      const body = Buffer.from(JSON.stringify(at)).toString('base64url');
      return `${body}.${sign(secrets[0], list, body).toString('base64url')}`;
    },
    /** @throws AppError VALIDATION_FAILED for a cursor that was not given for this list */
    read: (list: string, cursor: string): Position => {
      const [body = '', signature = ''] = cursor.split('.', 2);
      const signed = Buffer.from(signature, 'base64url');
      const isOurs =
        signed.length === SIGNATURE_BYTES &&
        // Decoding accepts other spellings, each of which would be an entry of its own in a cache.
        cursor === `${body}.${signed.toString('base64url')}` &&
        secrets.some((secret) => timingSafeEqual(sign(secret, list, body), signed));
      if (!isOurs) throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
      return position.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    },
  };
};
