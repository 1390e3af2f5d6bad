import type { ErrorCode } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';

/** NETWORK: no answer (offline, timeout); UNREADABLE: an answer that is not the platform's; UNNAMED: a sentence without a code. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED';

/** A failed call. `message` is the French sentence for the person. */
export class ApiError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly requestId: string;
  constructor({
    status,
    code,
    message,
    requestId = '',
    cause,
  }: {
    status: number;
    code: ApiErrorCode;
    message?: string;
    requestId?: string;
    cause?: unknown;
  }) {
    super(message ?? TEXTS.somethingWentWrong, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Reads an error body, its sentence or else its code as the message (specification, section 8); whatever is not one (a proxy's page, an empty answer) becomes UNREADABLE. */
export const apiErrorOf = (status: number, body: string): ApiError => {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null) {
      const { error, code, requestId } = parsed as { error?: unknown; code?: ErrorCode; requestId?: string };
      const message = error ?? code;
      if (typeof message === 'string') return new ApiError({ status, code: code ?? 'UNNAMED', message, requestId });
    }
  } catch {
    // Not JSON: told as UNREADABLE below.
  }
  return new ApiError({ status, code: 'UNREADABLE' });
};

/** The sentence to show for whatever was thrown. */
export const messageOf = (error: unknown, fallback: string = TEXTS.somethingWentWrong): string =>
  error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : fallback;

/** Whether the call failed without the platform having judged it: no answer, or a 5xx. */
export const isOutage = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether somebody has waited in vain already, here or in the gateway: for a service that hangs. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 504 || (error.cause instanceof DOMException && error.cause.name === 'TimeoutError'));

interface FailureTexts {
  /** It was refused without a sentence. */
  refused: string;
  /** Nobody has judged it: a service is away or broken. */
  outage?: string;
  /** There was no answer at all. */
  unanswered?: string;
}

/** What to say of a failed call: the server's sentence where it refused, the specified one (section 8) where nobody judged the call. */
export const failureText = (
  error: unknown,
  { refused, outage = refused, unanswered = outage }: FailureTexts,
): string => {
  if (!isOutage(error)) return messageOf(error, refused);
  return error instanceof ApiError && error.status === 0 ? unanswered : outage;
};
