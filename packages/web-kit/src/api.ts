import { cursorOfNext } from 'contracts/list-page';
import type { CallResponse, CallInput, Operation } from 'contracts/operation';
import type { z } from 'zod';
import { ApiError, apiErrorOf } from 'web-kit/api-error';
import type { ApiErrorCode } from 'web-kit/api-error';

export { ApiError, failureText, isOutage, messageOf } from 'web-kit/api-error';

const TIMEOUT_MS = 10_000;

/** The caller: a session of `web-kit/session`. */
export interface Caller {
  token: () => string | null;
  /** Renews a rejected token; null when the session has ended. */
  renew: (rejectedToken: string) => Promise<string | null>;
  /**
   * Requests the password again; resolves with a token of a recent login, or null when the user has cancelled. Absent where no call
   * needs it.
   */
  reauthenticate?: () => Promise<string | null>;
}

interface CallOptions {
  /** Session of the caller; absent for an anonymous call. */
  session?: Caller | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Origin of the platform; by default the page's own. */
  baseUrl?: string;
}

export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Returns the address of an operation, with each path parameter encoded. @throws Error when a parameter is missing */
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

/** Window event for a call without a response, except after its timeout. `detail`: whether the call was to change data. */
export const NO_RESPONSE = 'no-response';

const reportNoResponse = (isAction: boolean): void => {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(NO_RESPONSE, { detail: isAction }));
};

interface Result {
  status: number;
  body: string;
}

const send = async (
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Result & { ok: boolean; headers: Headers }> => {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(url, { ...init, signal });
    return { status: response.status, ok: response.ok, body: await response.text(), headers: response.headers };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    if (!limit.aborted) reportNoResponse(init.method !== 'GET');
    throw new ApiError({ status: 0, code: 'NETWORK', cause });
  }
};

const isRejection = ({ status, body }: Result, code: ApiErrorCode): boolean =>
  status >= 400 && apiErrorOf(status, body).code === code;

/** Sends a request with the session's token; renews an expired one and retries. */
export const withRenewal = async <R extends Result>(
  session: Caller | undefined,
  attempt: (token: string | null | undefined) => Promise<R>,
  token = session?.token(),
): Promise<R> => {
  const response = await attempt(token);
  const renewed = session && token && isRejection(response, 'SESSION_EXPIRED') && (await session.renew(token));
  return renewed ? attempt(renewed) : response;
};

const respond = async <O extends Operation>(
  operation: O,
  {
    params,
    query,
    body,
    session,
    signal,
    timeoutMs = TIMEOUT_MS,
    headers,
    keepalive,
    baseUrl = '',
  }: CallInput<O> & CallOptions,
): Promise<{ data: CallResponse<O>; headers: Headers }> => {
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
        ...(keepalive ? { keepalive } : {}),
      },
      timeoutMs,
    );

  let response = await withRenewal(session, attempt);
  if (session?.reauthenticate && isRejection(response, 'REAUTHENTICATION_REQUIRED')) {
    const confirmed = await session.reauthenticate();
    if (confirmed) response = await attempt(confirmed);
  }
  if (!response.ok) throw apiErrorOf(response.status, response.body);
  try {
    return { data: JSON.parse(response.body) as CallResponse<O>, headers: response.headers };
  } catch (cause) {
    throw new ApiError({ status: response.status, code: 'UNREADABLE', cause });
  }
};

/**
 * Calls an operation of the contracts. An expired token of the session is renewed once and the call repeated; so is a call that
 * needs a recent login, once the user has confirmed the password.
 * @throws ApiError with the server's French text; NETWORK without a response within the timeout; the signal's reason when aborted
 */
export const call = async <O extends Operation>(
  operation: O,
  options: CallInput<O> & CallOptions,
): Promise<CallResponse<O>> => (await respond(operation, options)).data;

/** Page of a list (docs/domain.md#lists-of-models). */
export interface ListPage<Item> {
  items: Item[];
  /** Number of items of the whole list. */
  total: number;
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

/** Calls an operation that returns a list in pages. @throws as `call` */
export const callPage = async <O extends Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodArray>>(
  operation: O,
  options: CallInput<O> & CallOptions,
): Promise<ListPage<CallResponse<O>[number]> & { headers: Headers }> => {
  const { data, headers } = await respond(operation, options);
  return {
    items: data,
    total: Number(headers.get('x-total-count') ?? data.length),
    next: cursorOfNext(headers.get('link')),
    headers,
  };
};
