import { randomUUID } from 'node:crypto';
import express from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Listeners } from 'service-kit/bus';
import type { Logger } from 'service-kit/logger';
import { isDraining } from 'service-kit/stopping';
import { createApiDocs } from './api-docs.ts';
import { createBulkheads } from './bulkheads.ts';
import { cacheKeyOf, pathsOfAffiliate, pathsOfModel, picturesOfAssets } from './cache-keys.ts';
import { createForwardedHeaders } from './forwarded-headers.ts';
import { createLiveStream } from './live-stream.ts';
import type { GatewayMetrics } from './metrics.ts';
import { createMicroCache } from './micro-cache.ts';
import { createObservation } from './observation.ts';
import { createProxies } from './proxies.ts';
import { createRateLimits } from './rate-limits.ts';
import { refuse } from './refusals.ts';
import { createMatcher, ROWS } from './routes.ts';
import type { Row, Target } from './routes.ts';

interface GatewayDeps {
  publicUrl: string;
  targets: Record<Target, string>;
  logger: Logger;
  metrics?: GatewayMetrics;
  trustedProxies?: number;
  rateLimitFactor?: number;
  rows?: readonly Row[];
}

/** What the listener has found out about a request. */
type Asked = { row: Row | undefined; /** Of the answer that is kept, where it is. */ key: string | null };

const pathOf = (request: IncomingMessage): string => {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/**
 * Assembles the gateway: kept answers first, then its own calls, then the table of rows.
 * It never parses a body and never reads a token; services verify for themselves.
 */
export const createGateway = ({ publicUrl, targets, logger, metrics, trustedProxies = 0, rateLimitFactor = 1, rows = ROWS }: GatewayDeps) => {
  const cache = createMicroCache();
  const live = createLiveStream();
  const forward = createProxies({ targets, logger });
  const overLimit = createRateLimits(rateLimitFactor);
  const setHeaders = createForwardedHeaders(publicUrl, trustedProxies);
  const match = createMatcher(rows);
  const bulkheads = createBulkheads();
  const observe = createObservation(metrics);
  const docs = createApiDocs(publicUrl);

  const mayBeKept = ({ method, headers }: IncomingMessage) => (method === 'GET' || method === 'HEAD') && headers.authorization === undefined && headers.range === undefined;

  const app = express();
  app.disable('x-powered-by');
  app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/health/ready', (_request, response) => void (isDraining() ? response.status(503).json({ status: 'unavailable' }) : response.json({ status: 'ok' })));
  app.get('/api/openapi.json', (_request, response) => void response.type('application/json').send(docs.json));
  app.get('/api/docs', (_request, response) => void response.set('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'").type('html').send(docs.page));
  app.get('/api/docs/style.css', (_request, response) => void response.type('css').send(docs.style));
  app.get('/api/live', (request, response) => {
    const { requestId, address } = setHeaders(request);
    if (!live.open(request, response, address)) return refuse(request, response, 'TOO_MANY_REQUESTS', { requestId, retryAfter: 30 });
    metrics?.listening.inc();
    response.once('close', () => metrics?.listening.dec());
  });
  app.all(['/health/live', '/health/ready', '/api/openapi.json', '/api/docs', '/api/live'], (request, response) => {
    response.set('allow', 'GET, HEAD');
    refuse(request, response, 'METHOD_NOT_ALLOWED', { requestId: setHeaders(request).requestId });
  });
  const serveRow = async ({ row, key }: Asked, { requestId, address }: { requestId: string; address: string }, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!row) return refuse(request, response, 'NOT_FOUND', { requestId });
    const wait = await overLimit(row, address);
    if (wait !== null) return refuse(request, response, 'TOO_MANY_REQUESTS', { requestId, retryAfter: wait });
    if (key === null) {
      if (!(await bulkheads.turn(row, response))) return;
      return forward(row, request, response, (code) => refuse(request, response, code, { requestId }));
    }
    try {
      await cache.fetch(key, { url: targets[row.target], name: row.target, keptFor: row.keptFor }, row.timeout, request, response);
    } catch (error) {
      logger.warn({ err: error, target: row.target }, 'a service failed');
      const timedOut = (error as { code?: unknown }).code === 'ETIMEDOUT';
      refuse(request, response, timedOut ? 'GATEWAY_TIMEOUT' : 'SERVICE_UNAVAILABLE', { requestId });
    }
  };
  app.use((request, response: express.Response<unknown, Asked>) => {
    const asker = setHeaders(request);
    response.setHeader('x-request-id', asker.requestId);
    return observe(response.locals.row, asker.requestId, request, response, () => serveRow(response.locals, asker, request, response));
  });
  app.use(((error, request, response, _next) => {
    logger.error({ err: error }, 'the gateway failed');
    refuse(request, response, 'INTERNAL', { requestId: String(request.headers['x-request-id'] ?? '') });
  }) satisfies express.ErrorRequestHandler);

  /** What is quick to say, a kept answer or a refusal, is said before anything else is looked at. */
  const listener: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request);
    const kept = mayBeKept(request) ? cacheKeyOf(request.url ?? path, path) : null;
    if (kept !== null && cache.answer(kept, request, response)) return metrics?.kept.inc();
    const row = match(request.method ?? 'GET', path);
    const key = row?.cached ? kept : null;
    if (row && key === null && bulkheads.isFull(row)) {
      metrics?.requests.observe({ method: request.method ?? 'GET', route: row.path, status: 503 }, 0);
      return refuse(request, response, 'SERVICE_UNAVAILABLE', { requestId: randomUUID(), retryAfter: 1 });
    }
    app(request, Object.assign(response, { locals: { row, key } satisfies Asked }));
  };

  const modelChanged = ({ slug, previousSlugs = [] }: { slug: string; previousSlugs?: string[] }) => cache.drop(pathsOfModel([slug, ...previousSlugs]));
  const liveChanged = (slug: string, isLive: boolean, until: string | null) => {
    modelChanged({ slug });
    live.tell({ slug, isLive, until });
  };
  const listeners: Listeners = {
    'model.created': async ({ data }) => modelChanged(data),
    'model.updated': async ({ data }) => {
      modelChanged(data);
      cache.forgetUnder(picturesOfAssets(data.assets.filter(({ access }) => access === 'locked').map(({ id }) => id)));
    },
    'model.deleted': async ({ data }) => {
      cache.forget(pathsOfModel([data.slug]));
      cache.forgetUnder(picturesOfAssets(data.assets));
    },
    'live.started': async ({ data }) => liveChanged(data.slug, true, data.until),
    'live.ended': async ({ data }) => liveChanged(data.slug, false, data.until),
    'affiliate.created': async ({ data }) => cache.drop(pathsOfAffiliate(data.slug)),
    // A renamed affiliate leaves a page under its old slug, which the event does not tell.
    'affiliate.updated': async () => cache.clear(),
    'asset.deleted': async ({ data }) => cache.forgetUnder(picturesOfAssets([data.id])),
    'affiliate.deleted': async ({ data }) => cache.forget(pathsOfAffiliate(data.slug)),
  };

  return {
    listener,
    listeners,
    /** Forgets every kept answer: events were missed while the broker was away. */
    forget: () => cache.clear(),
    /** Ends the event streams, which no drain would wait for. */
    endStreams: () => live.close(),
    close: () => {
      cache.close();
      forward.close();
    },
  };
};
