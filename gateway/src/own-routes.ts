import express from 'express';
import type { Request, Response } from 'express';
import { isDraining } from 'service-kit/stopping';
import { createApiDocs } from './api-docs.ts';
import type { Client } from './client.ts';
import { sendError } from './error-response.ts';
import type { createLiveStream } from './live-stream.ts';
import type { Arrival, Step } from './pipeline.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

interface OwnRouteOptions {
  publicUrl: string;
  /** Whether the documentation of the API is served. */
  hasApiDocs: boolean;
  live: ReturnType<typeof createLiveStream>;
  clientOf: (request: Request) => Client;
}

const DOCS_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'self'`;

/** The calls that the gateway serves by itself, by Express. */
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
  get('/api/live', (request, response) => {
    const { requestId, network } = clientOf(request);
    if (!live.open(request, response, network))
      sendError(request, response, 'TOO_MANY_REQUESTS', { requestId, retryAfterSeconds: 30 });
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
  return async ({ request, response, path }, next) => {
    if (!paths.has(path)) return next();
    app(request, response);
  };
};
