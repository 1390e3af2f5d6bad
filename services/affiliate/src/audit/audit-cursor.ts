import { AppError } from 'service-kit/errors';
import { z } from 'zod';

/** Where a page ended. */
export interface AuditCursor {
  at: string;
  id: string;
}
const cursor = z.tuple([z.iso.datetime(), z.uuid()]);

export const cursorOf = ({ at, id }: AuditCursor): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** @throws AppError VALIDATION_FAILED for what this service never gave */
export const readCursor = (text: string): AuditCursor => {
  try {
    const [at, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { at, id };
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide', cause });
  }
};
