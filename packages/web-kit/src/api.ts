import type { CallAnswer, CallInput, Operation } from 'contracts/operation';
import { ApiError, apiErrorOf } from 'web-kit/api-error';

export { ApiError, failureText, isOutage, messageOf } from 'web-kit/api-error';

/** Milliseconds. */
const TIMEOUT = 10_000;

/** The caller: a session of `web-kit/session`. */
export interface Caller {
  token: () => string | null;
  /** A new token in place of the refused one; null when the session is over. */
  renew: (refused: string) => Promise<string | null>;
  /** A token of a session whose person has just confirmed the password; null when they cancelled. Absent where no call needs it. */
  reauthenticate?: () => Promise<string | null>;
}

interface CallOptions {
  /** Absent: an anonymous call. */
  session?: Caller | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  timeout?: number;
  headers?: Readonly<Record<string, string>>;
  /** Where the platform is; the page's own origin when absent. */
  baseUrl?: string;
}

export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of an operation, each part of its path encoded. @throws Error when a part is missing */
export const addressOf = (operation: Operation, params: Values = {}, query: Values = {}): string => {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '')
      throw new Error(`${operation.id} needs the path part ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  return search.size > 0 ? `${path}?${search}` : path;
};

const send = async (
  url: string,
  init: RequestInit,
  timeout: number,
): Promise<{ status: number; ok: boolean; body: string }> => {
  const limit = AbortSignal.timeout(timeout);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(url, { ...init, signal });
    return { status: response.status, ok: response.ok, body: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'NETWORK', cause });
  }
};

/**
 * Calls an operation of the contracts. A session's token that has run out is renewed once and the call repeated; so is a call
 * that needs a recent login, once the person has confirmed the password.
 * @throws ApiError with the server's French text; NETWORK without a response within the timeout; the signal's reason when aborted
 */
export const call = async <O extends Operation>(
  operation: O,
  { params, query, body, session, signal, timeout = TIMEOUT, headers, baseUrl = '' }: CallInput<O> & CallOptions,
): Promise<CallAnswer<O>> => {
  const url = baseUrl + addressOf(operation, params as Values | undefined, query as Values | undefined);
  const attempt = (token: string | null | undefined) =>
    send(
      url,
      {
        method: operation.method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      },
      timeout,
    );

  const token = session?.token();
  let response = await attempt(token);
  if (session && token && isExpired(response)) {
    const renewed = await session.renew(token);
    if (renewed) response = await attempt(renewed);
  }
  if (session?.reauthenticate && needsRecentLogin(response)) {
    const confirmed = await session.reauthenticate();
    if (confirmed) response = await attempt(confirmed);
  }
  if (!response.ok) throw apiErrorOf(response.status, response.body);
  try {
    return JSON.parse(response.body) as CallAnswer<O>;
  } catch (cause) {
    throw new ApiError({ status: response.status, code: 'UNREADABLE', cause });
  }
};

const needsRecentLogin = ({ status, body }: { status: number; body: string }): boolean =>
  status === 403 && apiErrorOf(status, body).code === 'REAUTHENTICATION_REQUIRED';
/** Whether a response means that the token has expired. */
export const isExpired = ({ status, body }: { status: number; body: string }): boolean =>
  status === 401 && apiErrorOf(status, body).code === 'SESSION_EXPIRED';
