import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorCode } from 'contracts/errors';
import type { Logger } from 'service-kit/logger';
import { createBulkheads } from './bulkheads.ts';
import { cacheKeyOf } from './cache-keys.ts';
import { createEntry } from './cached-response.ts';
import { createClientReader } from './client.ts';
import { sendError } from './error-response.ts';
import { createUpstreamFetch } from './fetch-upstream.ts';
import { createListeners } from './listeners.ts';
import { createLiveStream } from './live-stream.ts';
import type { LiveStreamLimits } from './live-stream.ts';
import type { GatewayMetrics } from './metrics.ts';
import { createMicroCache } from './micro-cache.ts';
import { createObservation } from './observation.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { createOwnRoutes } from './own-routes.ts';
import { createProxy } from './proxy.ts';
import type { Exchange } from './proxy.ts';
import { createRateLimits } from './rate-limits.ts';
import { BodyRejected, createBodyReader } from './request-body.ts';
import { hasBody, isKnownMethod, isWellFramed } from './request-framing.ts';
import { isWellFormedQuery, parseTarget, splitTarget } from './request-target.ts';
import { bodyLimitsOf, createMatcher, ROWS } from './routes.ts';
import type { Row, Target } from './routes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createUpstreamHeaders, createUpstreams, errorCodeOf } from './upstream.ts';

interface Dependencies {
  publicUrl: string;
  targets: Record<Target, string>;
  logger: Logger;
  metrics?: GatewayMetrics;
  trustedProxies?: number;
  rateLimitFactor?: number;
  liveStreamLimits?: LiveStreamLimits;
  hasApiDocs?: boolean;
  rows?: readonly Row[];
}

const MAX_BUFFERED_BODY_BYTES = 64 * 1024 * 1024;
/** Without a byte of an upload, of those that are passed on as they arrive. */
const UPLOAD_IDLE_TIMEOUT_MS = 60_000;

/** A request that finds its service busy. */
class Overloaded extends Error {}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
/** Whether every visitor gets the same response. */
const isAnonymous = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === undefined && headers.range === undefined;

/**
 * Assembles the gateway. A request passes these steps, each in a file of its own: the cache, the checks of framing and target,
 * the table of rows, the rate limit, the body, the bulkhead, and the service. The gateway parses no body and reads no token;
 * services verify for themselves.
 */
export const createGateway = ({
  publicUrl,
  targets,
  logger,
  metrics,
  trustedProxies = 0,
  rateLimitFactor = 1,
  liveStreamLimits = { total: 5_000, perAddress: 50 },
  hasApiDocs = true,
  rows = ROWS,
}: Dependencies) => {
  const upstreams = createUpstreams(targets);
  const headers = createUpstreamHeaders(publicUrl);
  const cache = createMicroCache();
  const { observe, cacheHit, countUpstreamRequest } = createObservation({ logger, metrics });
  const fetchUpstream = createUpstreamFetch({ upstreams, headers, countUpstreamRequest });
  const proxy = createProxy({ upstreams, headers, logger, countUpstreamRequest });
  const live = createLiveStream(liveStreamLimits, (count) => metrics?.liveListeners.set(count));
  const clientOf = createClientReader(trustedProxies);
  const own = createOwnRoutes({ publicUrl, hasApiDocs, live, clientOf });
  const match = createMatcher(rows);
  const overLimit = createRateLimits(rateLimitFactor);
  const readBody = createBodyReader(MAX_BUFFERED_BODY_BYTES);
  const bulkheads = createBulkheads(rateLimitFactor);
  // Of their own: subscribers who fill a row must not keep visitors from a cold cache.
  const loadBulkheads = createBulkheads(rateLimitFactor);

  const reject = (
    { request, response, client: { requestId } }: Pick<Exchange, 'request' | 'response' | 'client'>,
    code: ErrorCode,
    options: { retryAfterSeconds?: number; headers?: Record<string, string> } = {},
  ) => {
    metrics?.rejected.inc({ code });
    sendError(request, response, code, { requestId, ...options });
  };

  const serveCached = async (key: string, { row, client, request, response }: Exchange) => {
    const load = async () => {
      const admission = await loadBulkheads.enter(row, client.network);
      if (typeof admission === 'string') throw new Overloaded();
      try {
        const { status, headers: fields, body } = await fetchUpstream(row, key, request, client);
        return await createEntry(status, fields, body);
      } finally {
        admission.release();
      }
    };
    // A document that several paths share has a key that the fast path does not know.
    if (row.rewrite !== undefined && cache.serveFresh(key, request, response)) return cacheHit(request, response);
    await cache.serve(key, { load, cachedForMs: row.cachedForMs }, request, response);
  };

  const serveProxied = async (exchange: Exchange) => {
    const { row, client, request, response } = exchange;
    const limits = bodyLimitsOf(row);
    if (hasBody(request) && limits !== 'streamed') exchange.body = await readBody(request, limits);
    const admission = await bulkheads.enter(row, client.network, response);
    if (admission === 'gone') return;
    if (admission === 'full') throw new Overloaded();
    response.once('close', admission.release);
    if (limits === 'streamed') request.socket.setTimeout(UPLOAD_IDLE_TIMEOUT_MS);
    const code = await proxy(exchange);
    if (code) sendError(request, response, code, { requestId: client.requestId });
  };

  const serveRow = async (exchange: Exchange): Promise<void> => {
    const { row, client, path, query, request, response } = exchange;
    const { requestId } = client;
    response.setHeader('x-request-id', requestId);
    const waitSeconds = await overLimit(row, client.network);
    if (waitSeconds !== null) return reject(exchange, 'TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
    const key = row.cached && isAnonymous(request) ? (row.rewrite ?? cacheKeyOf(path, query)) : null;
    try {
      await (key === null ? serveProxied(exchange) : serveCached(key, exchange));
    } catch (error) {
      if (error instanceof Overloaded) return reject(exchange, 'SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      if (error instanceof BodyRejected) return error.code ? reject(exchange, error.code) : void response.destroy();
      const code = errorCodeOf(error);
      logger.warn({ err: error, target: row.target, code }, 'upstream request failed');
      sendError(request, response, code, { requestId });
    }
  };

  const redirect = (request: IncomingMessage, response: ServerResponse, location: string): void => {
    // 308 keeps the method of what is not a read (RFC 9110, section 15.4.9).
    response
      .writeHead(isRead(request) ? 301 : 308, {
        location,
        'cache-control': 'public, max-age=3600',
        'content-length': 0,
        ...SECURITY_HEADERS,
      })
      .end();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = clientOf(request);
    const at = { request, response, client };
    const { method = '' } = request;
    const target = parseTarget(request.url ?? '');
    if (target.kind === 'malformed' || !isWellFramed(request)) return reject(at, 'MALFORMED_REQUEST');
    if (!isKnownMethod(method)) return reject(at, 'METHOD_NOT_ALLOWED');
    const { path, query } = target;
    if (target.kind === 'redirect') return redirect(request, response, path + query);
    if (own.owns(path)) return void own.app(request, response);
    const found = match(method, path);
    if (found.kind === 'redirect') return redirect(request, response, found.path + query);
    if (found.kind === 'none')
      return reject(at, found.allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND', {
        headers: found.allowed.length > 0 ? { allow: found.allowed.join(', ') } : {},
      });
    const { row } = found;
    // Load shedding first: what cannot be served must cost nothing.
    if (bulkheads.isFull(row, client.network) && !(row.cached && isAnonymous(request)))
      return reject(at, 'SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    return observe({ row, ...at }, () => serveRow({ row, client, path, query, request, response }));
  };

  /** Fast path: cache hits, whose keys are canonical paths alone. Their query says nothing, but a malformed one is rejected here too. */
  const serve: RequestListener = (request, response) => {
    if (isRead(request) && isAnonymous(request) && !hasBody(request) && isWellFramed(request)) {
      const { path, query } = splitTarget(request.url ?? '');
      const key = isWellFormedQuery(query) ? cacheKeyOf(path, query) : null;
      if (key !== null && cache.serveFresh(key, request, response)) return cacheHit(request, response);
    }
    handle(request, response).catch((error: unknown) => {
      logger.error({ err: error }, 'request failed');
      sendError(request, response, 'INTERNAL', { requestId: clientOf(request).requestId });
    });
  };

  return {
    listener: oneAfterAnother(serve),
    listeners: createListeners({ cache, live }),
    /** Empties the cache: events were missed while the broker was unreachable. */
    clearCache: cache.clear,
    /** Ends the event streams, which no drain would wait for. */
    endStreams: live.close,
    close: upstreams.close,
  };
};
