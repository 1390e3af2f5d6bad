import express from 'express';
import type { Request, Response } from 'express';
import { isDraining } from 'service-kit/stopping';
import { createApiDocs } from './api-docs.ts';
import type { Client } from './client.ts';
import { sendError } from './error-response.ts';
import { BRAND_FONTS } from './brand-fonts.ts';
import { slugsOfQuery } from './live-stream.ts';
import type { createLiveStream } from './live-stream.ts';
import type { Arrival, Step } from './pipeline.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

interface OwnRouteOptions {
  publicUrl: string;
  /** Whether the API documentation is served. */
  hasApiDocs: boolean;
  live: ReturnType<typeof createLiveStream>;
  clientOf: (request: Request) => Client;
}

/** Value of Retry-After for a rejected stream: the page polls meanwhile. */
const STREAM_RETRY_SECONDS = 30;

const DOCS_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'self'; font-src 'self'`;

/** Creates the Express application of the routes that the gateway serves itself. */
export const createOwnRoutes = ({ publicUrl, hasApiDocs, live, clientOf }: OwnRouteOptions): Step<Arrival> => {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set(SECURITY_HEADERS);
    next();
  });
  const paths = new Set<string>();
  const get = (path: string, handle: (request: Request, response: Response) => void) => {
    paths.add(path);
    app.get(path, handle);
    app.all(path, (request, response) =>
      sendError(request, response, 'METHOD_NOT_ALLOWED', {
        requestId: clientOf(request).requestId,
        headers: { allow: 'GET, HEAD' },
      }),
    );
  };

  get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  get(
    '/health/ready',
    (_request, response) =>
      void (isDraining() ? response.status(503).json({ status: 'unavailable' }) : response.json({ status: 'ok' })),
  );
  for (const { path, body } of BRAND_FONTS)
    get(
      path,
      (_request, response) =>
        void response.set('cache-control', 'public, max-age=31536000, immutable').type('font/woff2').send(body),
    );
  get('/api/live', (request, response) => {
    const { requestId, network } = clientOf(request);
    const exceeded = live.open(request, response, network, slugsOfQuery(request.query.models));
    if (exceeded)
      sendError(request, response, exceeded === 'total' ? 'SERVICE_UNAVAILABLE' : 'TOO_MANY_REQUESTS', {
        requestId,
        retryAfterSeconds: STREAM_RETRY_SECONDS,
      });
  });
  if (hasApiDocs) {
    const docs = createApiDocs(publicUrl);
    get('/api/openapi.json', (_request, response) => void response.type('application/json').send(docs.json));
    get(
      '/api/docs',
      (_request, response) => void response.set('content-security-policy', DOCS_POLICY).type('html').send(docs.page),
    );
    get('/api/docs/style.css', (_request, response) => void response.type('css').send(docs.style));
  }
  return async (arrival, next) => {
    const { request, response, path } = arrival;
    if (!paths.has(path)) return next();
    arrival.route = path;
    app(request, response);
  };
};
