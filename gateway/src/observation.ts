import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'service-kit/logger';
import { SYSTEM, withContext } from 'service-kit/request-context';
import { childTraceparent } from 'service-kit/telemetry';
import { openRequest } from 'service-kit/tracing';
import type { GatewayMetrics } from './metrics.ts';
import type { Arrival, Step } from './pipeline.ts';

/** One of this many cache hits is logged. */
const CACHE_HIT_SAMPLE = 100;

/** Logs one line per request, with the template of its path: a path or query may contain personal data. */
export const createObservation = ({ logger, metrics }: { logger: Logger; metrics?: GatewayMetrics | undefined }) => {
  let hits = 0;
  const upstreamRequests = new WeakMap<IncomingMessage, number>();
  /** Requests that `observe` logs. */
  const observed = new WeakSet<IncomingMessage>();
  return {
    /** Counts the requests to services for one client request: none for a cache hit, several after a retry. */
    countUpstreamRequest: (request: IncomingMessage): void =>
      void upstreamRequests.set(request, (upstreamRequests.get(request) ?? 0) + 1),
    cacheHit: (request: IncomingMessage, response: ServerResponse): void => {
      metrics?.cacheHits.inc();
      hits += 1;
      if (hits % CACHE_HIT_SAMPLE === 0)
        logger.info(
          { method: request.method, status: response.statusCode, cached: true, sampledOneOf: CACHE_HIT_SAMPLE },
          'request',
        );
    },
    /**
     * Logs the requests that `observe` does not see: rejected, shed or redirected ones, and those that the gateway serves itself.
     */
    logArrival: (async (arrival, next) => {
      const { request, response, client } = arrival;
      const startedAt = performance.now();
      response.once('close', () => {
        if (observed.has(request)) return;
        logger.info(
          {
            requestId: client.requestId,
            method: request.method,
            route: arrival.route ?? 'none',
            status: response.statusCode,
            ms: Math.round(performance.now() - startedAt),
            aborted: !response.writableFinished,
          },
          'request',
        );
      });
      return next();
    }) satisfies Step<Arrival>,
    /**
     * Runs the later steps within a span of the request's trace, whose ids the logs carry, and records the request's duration by
     * row.
     */
    observe: (async ({ row, client: { requestId }, request, response }, next) => {
      observed.add(request);
      response.setHeader('x-request-id', requestId);
      const startedAt = performance.now();
      const { method = 'GET', headers } = request;
      const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
      const route = row.path;
      const span = openRequest(method, traceparent);
      const context = { requestId, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor: SYSTEM };
      response.once('close', () => {
        const durationMs = performance.now() - startedAt;
        const { statusCode: status } = response;
        metrics?.requests.observe({ method, route, status }, durationMs / 1000);
        span?.endWithStatus(route, status);
        const line = {
          method,
          route,
          target: row.target,
          upstreamRequests: upstreamRequests.get(request) ?? 0,
          status,
          ms: Math.round(durationMs),
          aborted: !response.writableFinished,
        };
        withContext(context, () => logger.info(line, 'request'));
      });
      return withContext(context, () => (span ? span.within(next) : next()));
    }) satisfies Step,
  };
};
export type Observation = ReturnType<typeof createObservation>;
