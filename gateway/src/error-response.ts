import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS } from 'contracts/errors';
import type { ErrorBody, ErrorCode } from 'contracts/errors';
import { ERROR_PAGE_STYLE_SOURCE, errorPage } from './error-page.ts';
import { LINGER_MS } from './linger.ts';
import { hasBody } from './request-framing.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Value of Retry-After for an unavailable service. */
const RETRY_AFTER_SECONDS = 2;

const wantsPage = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  !(request.url ?? '').startsWith('/api/') &&
  String(request.headers.accept ?? '').includes('text/html');

/** Ends the response once the client has sent its whole body. */
const endAfterBody = (request: IncomingMessage, response: ServerResponse): void => {
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  const finish = () => {
    clearTimeout(timer);
    request.off('end', finish).off('close', finish);
    response.end();
  };
  request.unpipe();
  request.once('end', finish).once('close', finish).resume();
};

/** Statuses for which a person who opens an address gets a page. */
const PAGE_STATUSES: ReadonlySet<number> = new Set([400, 404, 429, 500, 502, 503, 504]);

interface ErrorOptions {
  requestId: string;
  retryAfterSeconds?: number | undefined;
  headers?: Record<string, string>;
}

/** Errors after which the client and the gateway may disagree about where the next request begins: the connection is closed. */
const CLOSES: ReadonlySet<ErrorCode> = new Set([
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'BAD_GATEWAY',
  'GATEWAY_TIMEOUT',
]);

/**
 * Sends an error: JSON with a French sentence, or a French page to a browser that navigates. The connection is closed after an
 * error of the connection itself, and when the body was not read.
 */
export const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  { requestId, retryAfterSeconds, headers = {} }: ErrorOptions,
): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, text } = ERRORS[code];
  const asPage = PAGE_STATUSES.has(status) && wantsPage(request);
  const wait = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  const body = asPage
    ? errorPage({ status, text, requestId, retryAfterSeconds: wait })
    : JSON.stringify({ error: text, code, requestId } satisfies ErrorBody);
  const isUnread = hasBody(request) && !request.complete;
  if (isUnread || CLOSES.has(code)) response.shouldKeepAlive = false;
  response.writeHead(status, {
    'content-type': asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    ...(asPage && {
      'content-security-policy': `${SECURITY_HEADERS['content-security-policy']}; style-src ${ERROR_PAGE_STYLE_SOURCE}; font-src 'self'`,
    }),
    'x-request-id': requestId,
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    ...headers,
  });
  if (request.method === 'HEAD') return void response.end();
  // A client that exceeded the body deadline gets no more time.
  if (!isUnread || code === 'REQUEST_TIMEOUT') return void response.end(body);
  response.write(body);
  endAfterBody(request, response);
};
