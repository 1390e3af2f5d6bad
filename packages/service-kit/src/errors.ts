import { ERRORS } from 'contracts/errors';
import type { ErrorCode } from 'contracts/errors';

/** Error that the client receives: the code determines the status and, unless another is given, the French text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Value of Retry-After. */
  readonly retryAfterSeconds?: number;
  constructor(
    code: ErrorCode,
    { text, retryAfterSeconds, cause }: { text?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(text ?? ERRORS[code].text, { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}
