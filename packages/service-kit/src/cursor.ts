import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from 'service-kit/errors';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { z } from 'zod';

interface Options<Position> {
  position: z.ZodType<Position>;
  /** Secrets: the first signs, all are accepted. */
  secrets: UrlSecrets;
  /** Purpose of the cursors; cursors of another purpose are invalid. */
  purpose: string;
}

const SIGNATURE_BYTES = 16;

/** Creates signed cursors for keyset pagination, each bound to its list: a client cannot fill a cache with invented pages. */
export const createCursors = <Position>({ position, secrets, purpose }: Options<Position>) => {
  const sign = (secret: string, list: string, body: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, list, body]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    /** @param list canonical text of all parameters that determine the list and its pages */
    write: (list: string, at: Position): string => {
      const body = Buffer.from(JSON.stringify(at)).toString('base64url');
      return `${body}.${sign(secrets[0], list, body).toString('base64url')}`;
    },
    /** @throws AppError VALIDATION_FAILED for a cursor that was not issued for this list */
    read: (list: string, cursor: string): Position => {
      const [body = '', signature = ''] = cursor.split('.', 2);
      const signed = Buffer.from(signature, 'base64url');
      const isOurs =
        signed.length === SIGNATURE_BYTES &&
        // Decoding is lenient: every other spelling would be a separate cache entry.
        cursor === `${body}.${signed.toString('base64url')}` &&
        secrets.some((secret) => timingSafeEqual(sign(secret, list, body), signed));
      if (!isOurs) throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
      return position.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    },
  };
};
