import type { ErrorCode } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';

/** NETWORK: no response (offline, timeout); UNREADABLE: not a response of the platform; UNNAMED: an error text without a code. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED';

/** Error of a failed call. `message` is the French sentence for the user. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly requestId: string;
  /** Retry-After of the response; 0 without one. */
  readonly retryAfterSeconds: number;
  constructor({
    status,
    code,
    message,
    requestId = '',
    retryAfterSeconds = 0,
    cause,
  }: {
    status: number;
    code: ApiErrorCode;
    message?: string;
    requestId?: string;
    retryAfterSeconds?: number;
    cause?: unknown;
  }) {
    super(message ?? TEXTS.somethingWentWrong, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Parses an error body; its sentence, or else its code, becomes the message. Any other body (a proxy's page, an empty one) becomes
 * UNREADABLE.
 */
export const apiErrorOf = (status: number, body: string, retryAfter: string | null = null): ApiError => {
  // The platform sends seconds; a date, as a proxy may send, counts as none.
  const retryAfterSeconds = Number(retryAfter) || 0;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null) {
      const { error, code, requestId } = parsed as { error?: unknown; code?: ErrorCode; requestId?: string };
      const message = error ?? code;
      if (typeof message === 'string')
        return new ApiError({ status, code: code ?? 'UNNAMED', message, requestId, retryAfterSeconds });
    }
  } catch {
    // Not JSON: reported as UNREADABLE below.
  }
  return new ApiError({ status, code: 'UNREADABLE', retryAfterSeconds });
};

/** Returns the sentence to show for a caught error. */
export const messageOf = (error: unknown, fallback: string = TEXTS.somethingWentWrong): string =>
  error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : fallback;

/** Whether the call failed before the platform decided it: no response, or a 5xx. */
export const isOutage = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether the call has already timed out, here or in the gateway; a retry would double the wait. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 504 || (error.cause instanceof DOMException && error.cause.name === 'TimeoutError'));

interface FailureTexts {
  /** Text of a rejection without a sentence of the server. */
  rejected: string;
  /** Text of an outage: a service is unavailable or has failed. */
  outage?: string;
  /** Text of a missing response. */
  noResponse?: string;
}

/** Text of a failed call: the server's sentence for a rejection, the specified one for an outage (docs/domain.md#errors). */
export const failureText = (
  error: unknown,
  { rejected, outage = rejected, noResponse = outage }: FailureTexts,
): string => {
  if (!isOutage(error)) return messageOf(error, rejected);
  return error instanceof ApiError && error.status === 0 ? noResponse : outage;
};
