import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { ErrorBody, ErrorCode } from 'contracts/errors';
import type { CallResponse, CallInput, Operation } from 'contracts/operation';
import { waitUntil } from '../wait-until.ts';

/** Maximum Retry-After that is respected. */
const MAX_RETRY_AFTER_SECONDS = 90;
const TRIES = 6;
/** Time in which an event must arrive at another service. */
const EVENT_TIMEOUT_MS = 15_000;

/** Call that the platform rejected. */
export class RejectedCall extends Error {
  readonly code: ErrorCode;
  constructor(call: string, status: number, body: Partial<ErrorBody>) {
    super(
      `${call} responded ${status} ${body.code ?? ''}: ${body.error ?? 'no reason'} (request ${body.requestId ?? 'without id'})`,
    );
    this.code = body.code ?? 'INTERNAL';
  }
}

/** Sends a request, and repeats it after Retry-After while the response is 429 or 503. */
export const patiently = async (send: () => Promise<Response>): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after') ?? (response.status === 429 ? 5 : 1));
    if ((response.status !== 429 && response.status !== 503) || attempt === TRIES || seconds > MAX_RETRY_AFTER_SECONDS)
      return response;
    await response.body?.cancel();
    await pause(seconds * 1_000);
  }
};

/**
 * Repeats a call while it is rejected because the service has not consumed the creation event of another service yet.
 * @throws the last rejection, or any other error immediately
 */
export const onceKnown = async <Result>(
  passing: readonly ErrorCode[],
  call: () => Promise<Result>,
): Promise<Result> => {
  const outcome = await waitUntil(
    `a response other than ${passing.join(', ')}`,
    () =>
      call().then(
        (result) => ({ result }),
        (reason: unknown) => {
          if (reason instanceof RejectedCall && passing.includes(reason.code)) throw reason;
          return { reason };
        },
      ),
    { deadlineMs: EVENT_TIMEOUT_MS, everyMs: 300 },
  );
  if ('reason' in outcome) throw outcome.reason;
  return outcome.result;
};

type Values = Record<string, unknown> | undefined;
const pathOf = (declared: Operation, params: Values) =>
  declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));

/**
 * Creates the client of the platform's calls, as a browser makes them.
 * @param url the public address of the gateway
 */
export const createClient = (url: string) => {
  const responded = async (declared: Operation, send: () => Promise<Response>) => {
    const response = await patiently(send);
    const body: unknown = await response.json().catch(() => ({ error: 'the response is not JSON' }));
    if (!response.ok) throw new RejectedCall(declared.id, response.status, body as Partial<ErrorBody>);
    return { response: declared.response.parse(body), cookies: response.headers.getSetCookie() };
  };
  const bearer = (token?: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});

  const callWithCookies = async <O extends Operation>(declared: O, input: CallInput<O>, token?: string) => {
    const { params, body } = input as { params?: Values; body?: unknown };
    const { response: reply, cookies } = await responded(declared, () =>
      fetch(new URL(pathOf(declared, params), url), {
        method: declared.method,
        headers: { ...bearer(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { response: reply as CallResponse<O>, cookies };
  };
  return {
    /** Returns the response and its Set-Cookie headers. @throws RejectedCall */
    callWithCookies,
    /** @throws RejectedCall */
    call: async <O extends Operation>(declared: O, input: CallInput<O>, token?: string): Promise<CallResponse<O>> =>
      (await callWithCookies(declared, input, token)).response,
    /** Sends a file as the operation's multipart field. @throws RejectedCall */
    upload: async <Params extends z.ZodType, Output extends z.ZodType>(
      declared: Operation<Params, z.ZodUndefined, z.ZodUndefined, Output>,
      params: z.input<Params>,
      file: string,
      token: string,
    ): Promise<z.output<Output>> => {
      const { response: reply } = await responded(declared, async () => {
        const form = new FormData();
        form.append(
          declared.file ?? 'file',
          await openAsBlob(file, { type: file.endsWith('.mp4') ? 'video/mp4' : 'image/webp' }),
          basename(file),
        );
        return fetch(new URL(pathOf(declared, params as Values), url), {
          method: declared.method,
          headers: bearer(token),
          body: form,
        });
      });
      return reply as z.output<Output>;
    },
  };
};
export type Client = ReturnType<typeof createClient>;
