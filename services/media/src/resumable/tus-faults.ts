import { ERRORS as TUS } from '@tus/server';
import type { ErrorCode } from 'contracts/errors';
import { AppError } from 'service-kit/errors';

const CODES = new Map<unknown, ErrorCode>([
  [TUS.FILE_NOT_FOUND, 'FILE_NOT_FOUND'],
  [TUS.FILE_NO_LONGER_EXISTS, 'FILE_NOT_FOUND'],
  [TUS.INVALID_OFFSET, 'UPLOAD_CONFLICT'],
  [TUS.ABORTED, 'UPLOAD_CONFLICT'],
  [TUS.ERR_SIZE_EXCEEDED, 'FILE_TOO_LARGE'],
  [TUS.FILE_WRITE_ERROR, 'UPLOAD_FAILED'],
]);

/** Converts errors of the tus server or its store to AppErrors. */
export const asAppError = (fault: unknown): unknown => {
  if (fault instanceof Error) return fault;
  const { status_code: status = 500, body = '' } = fault as { status_code?: number; body?: string };
  const code = CODES.get(fault) ?? (status >= 500 && status !== 501 ? 'UPLOAD_FAILED' : 'VALIDATION_FAILED');
  return new AppError(code, { cause: new Error(body.trim()) });
};
