import { ERRORS } from 'contracts/errors';
import type { CallResponse, CallInput, Operation } from 'contracts/operation';
import { addressOf, ApiError, withRenewal } from 'web-kit/api';
import type { Caller, Values } from 'web-kit/api';
import { apiErrorOf } from 'web-kit/api-error';

interface UploadOptions {
  file: Blob;
  session: Caller;
  /** Receives the share that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal | undefined;
}

const sendFile = (
  url: string,
  field: string,
  token: string | null | undefined,
  { file, onProgress, signal }: UploadOptions,
) =>
  new Promise<{ status: number; body: string; retryAfter: string | null }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new ApiError({ status: 0, code: 'UPLOAD_FAILED', message: ERRORS.UPLOAD_FAILED.text }));
    const abort = () => request.abort();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.responseText,
        retryAfter: request.status >= 400 ? request.getResponseHeader('retry-after') : null,
      });
    request.onerror = fail;
    request.onabort = () => reject((signal?.reason as Error | undefined) ?? new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    const form = new FormData();
    form.append(field, file);
    request.send(form);
  });

/** Minimum remaining lifetime of a token: a shorter one could be rejected after a long upload. */
const MIN_TOKEN_SECONDS = 60;
const runsOutSoon = (token: string): boolean => {
  try {
    const { exp } = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp?: number;
    };
    return exp !== undefined && exp - Date.now() / 1000 < MIN_TOKEN_SECONDS;
  } catch {
    return false;
  }
};

/**
 * Returns the token for an upload, renewed beforehand if it is about to expire; null without a session.
 * @throws ApiError when it had to be renewed and the platform did not respond
 */
export const currentToken = async (session: Caller): Promise<string | null> => {
  const token = session.token();
  return token && runsOutSoon(token) ? session.renew(token) : token;
};

/**
 * Sends a file by the multipart field that its operation names, and reports progress; without a timeout.
 * @throws ApiError with the server's code and French text; UPLOAD_FAILED when the connection breaks
 */
export const upload = async <O extends Operation>(
  operation: O,
  { params, ...options }: Pick<CallInput<O>, 'params' & keyof CallInput<O>> & UploadOptions,
): Promise<CallResponse<O>> => {
  if (!operation.file) throw new Error(`${operation.id} takes no file`);
  const url = addressOf(operation, params as Values | undefined);
  const { session } = options;
  const { file: field } = operation;
  const attempt = (token: string | null | undefined) => sendFile(url, field, token, options);
  const response = await withRenewal(session, attempt, await currentToken(session));
  if (response.status < 200 || response.status > 299)
    throw apiErrorOf(response.status, response.body, response.retryAfter);
  return JSON.parse(response.body) as CallResponse<O>;
};
