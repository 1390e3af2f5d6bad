import type { ErrorCode } from 'contracts/errors';
import { sendError } from './error-response.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Arrival } from './pipeline.ts';

interface RejectionOptions {
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
}

/** Counts rejections: error responses for which no service was called. */
export const createReject =
  (metrics?: Pick<GatewayMetrics, 'rejected'>) =>
  (
    { request, response, client }: Pick<Arrival, 'request' | 'response' | 'client'>,
    code: ErrorCode,
    options: RejectionOptions = {},
  ): void => {
    metrics?.rejected.inc({ code });
    sendError(request, response, code, { requestId: client.requestId, ...options });
  };
export type Reject = ReturnType<typeof createReject>;

/** Thrown when a service is at its limit: the request is shed with 503. */
export class Overloaded extends Error {}
