import type { ErrorCode } from 'contracts/errors';
import { ApiError } from 'web-kit/api';

const CODES: readonly string[] = ['PASSWORD_TOO_COMMON', 'PASSWORD_TOO_PERSONAL'] satisfies ErrorCode[];

/** The server's sentence about a new password, for its field; undefined where the call failed for another reason. */
export const passwordRejection = (error: unknown): string | undefined =>
  error instanceof ApiError && CODES.includes(error.code) ? error.message : undefined;
