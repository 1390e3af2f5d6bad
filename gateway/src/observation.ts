import type { IncomingMessage, ServerResponse } from 'node:http';
import { SYSTEM, withContext } from 'service-kit/request-context';
import { childTraceparent } from 'service-kit/telemetry';
import { openRequest } from 'service-kit/tracing';
import type { GatewayMetrics } from './metrics.ts';
import type { Row } from './routes.ts';

/**
 * Measures a request by the row that serves it, makes it a span of its trace (its first, for a browser), and gives both ids to the logs.
 * Kept answers never come here: they have no parts to look at, and the cache counts them.
 */
export const createObservation =
  (metrics?: Pick<GatewayMetrics, 'requests'>) =>
  (row: Row | undefined, requestId: string, request: IncomingMessage, response: ServerResponse, work: () => Promise<void>): Promise<void> => {
    const started = performance.now();
    const { method = 'GET', headers } = request;
    const given = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    const route = row?.path ?? 'none';
    const span = openRequest(method, given);
    response.once('close', () => {
      metrics?.requests.observe({ method, route, status: response.statusCode }, (performance.now() - started) / 1000);
      span?.answered(route, response.statusCode);
    });
    const context = { requestId, traceparent: span?.traceparent ?? childTraceparent(given), actor: SYSTEM };
    return withContext(context, () => (span ? span.within(work) : work()));
  };
