import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS } from 'contracts/errors';
import type { ErrorBody, ErrorCode } from 'contracts/errors';

/** Seconds told in Retry-After where a service is away. */
const RETRY_AFTER = 2;

const wantsPage = (request: IncomingMessage): boolean =>
  request.method === 'GET' && !(request.url ?? '').startsWith('/api/') && String(request.headers.accept ?? '').includes('text/html');

/** A page without style or script: whatever is broken, this can still be shown. It tries again by itself. */
const page = (text: string, requestId: string) => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><meta http-equiv="refresh" content="5"><title>Un instant</title></head>
<body><main><h1>Un instant</h1><p>${text}</p><p><a href="">Réessayer</a></p><p><small>${requestId}</small></p></main></body></html>`;

/**
 * Answers an error: JSON in French, or a plain French page to a browser that navigates.
 */
export const refuse = (request: IncomingMessage, response: ServerResponse, code: ErrorCode, { requestId, retryAfter }: { requestId: string; retryAfter?: number }): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, text } = ERRORS[code];
  const asPage = status >= 500 && wantsPage(request);
  const body = asPage ? page(text, requestId) : JSON.stringify({ error: text, code, requestId } satisfies ErrorBody);
  const wait = retryAfter ?? (status === 503 ? RETRY_AFTER : undefined);
  response.writeHead(status, {
    'content-type': asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-request-id': requestId,
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};
