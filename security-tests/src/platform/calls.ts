import type { ErrorBody, ErrorCode } from 'contracts/errors';
import type { CallResponse, Operation } from 'contracts/operation';
import type { HttpClient, Received, Sent } from './http-client.ts';

export interface CallParts {
  token?: string | undefined;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Raw body instead of JSON; its type is among the headers. */
  content?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** Builds the request of a call; missing path parameters stay empty. */
export const requestOf = (
  { method, path }: Operation,
  { token, params = {}, query = {}, body, content, headers = {} }: CallParts,
): Sent => {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    target:
      path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + (search && `?${search}`),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(content !== undefined ? { body: content } : body !== undefined && { body: JSON.stringify(body) }),
  };
};

/** Returns the code of an error response, or null for any other response. */
export const errorCodeOf = ({ status, text }: Received): ErrorCode | null =>
  status < 400 ? null : (JSON.parse(text) as ErrorBody).code;

export class CallFailed extends Error {
  readonly code: ErrorCode;
  constructor(id: string, { status, text }: Received, code: ErrorCode) {
    super(`${id} responded with ${status}: ${text}`);
    this.code = code;
  }
}

/** Makes a call that has to succeed. @throws CallFailed */
export const createCaller =
  ({ send }: Pick<HttpClient, 'send'>) =>
  async <O extends Operation>(
    operation: O,
    parts: CallParts = {},
  ): Promise<{ response: CallResponse<O>; received: Received }> => {
    const received = await send(requestOf(operation, parts));
    const code = errorCodeOf(received);
    if (code !== null) throw new CallFailed(operation.id, received, code);
    return { response: (received.text === '' ? undefined : JSON.parse(received.text)) as CallResponse<O>, received };
  };
export type Caller = ReturnType<typeof createCaller>;

const KNOWN_WITHIN_MS = 15_000;
const POLL_INTERVAL_MS = 100;

/**
 * Repeats a call until the service has received an object created in another service.
 * @throws the call's error if it has another reason or persists
 */
export const onceKnown = async <Result>(
  passing: readonly ErrorCode[],
  call: () => Promise<Result>,
): Promise<Result> => {
  const deadline = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallFailed) || !passing.includes(error.code) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};
