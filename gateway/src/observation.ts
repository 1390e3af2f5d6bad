import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'service-kit/logger';
import { SYSTEM, withContext } from 'service-kit/request-context';
import { childTraceparent } from 'service-kit/telemetry';
import { openRequest } from 'service-kit/tracing';
import type { GatewayMetrics } from './metrics.ts';
import type { Step } from './pipeline.ts';

/** One of so many responses from the cache is logged. */
const CACHE_HIT_SAMPLE = 100;

/**
 * Measures and logs each request by the row that serves it: a path may hold what a person has given. Makes it a span of its
 * trace, and gives the ids of both to the logs.
 */
export const createObservation = ({ logger, metrics }: { logger: Logger; metrics?: GatewayMetrics | undefined }) => {
  let hits = 0;
  const upstreamRequests = new WeakMap<IncomingMessage, number>();
  return {
    /** Counts a request to a service on behalf of this one: none where the response came from memory, several where one was retried. */
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
    /** Runs the later steps as the handling of this request. */
    observe: (async ({ row, client: { requestId }, request, response }, next) => {
      response.setHeader('x-request-id', requestId);
      const startedAt = performance.now();
      const { method = 'GET', headers } = request;
      const given = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
      const route = row.path;
      const span = openRequest(method, given);
      const context = { requestId, traceparent: span?.traceparent ?? childTraceparent(given), actor: SYSTEM };
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
