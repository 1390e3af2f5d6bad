import { Counter, createMetrics, Gauge } from 'service-kit/telemetry';

/** Routes with an objective in docs/service-objectives.md, and the statuses that count as failures. */
const PROMISED = ['/api/auth/check-payment', '/api/subscription', '/api/postbacks/*'];
const FAILURES = [500, 502, 503, 504];

/**
 * Creates the process metrics and those of the gateway. The route label is the path template of a row: a path may contain personal
 * data.
 */
export const createGatewayMetrics = (name = 'gateway') => {
  const metrics = createMetrics(name);
  const registers = [metrics.registry];
  const cdnPurges = new Counter({
    name: 'gateway_cdn_purges_total',
    help: 'Batches of surrogate keys sent to the CDN, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  // `rate` needs a sample at zero first: without it, failures that begin together would not count.
  for (const route of PROMISED) for (const status of FAILURES) metrics.requests.zero({ method: 'GET', route, status });
  return {
    ...metrics,
    cacheHits: new Counter({
      name: 'gateway_cache_hits_total',
      help: 'Requests served from memory, which no row sees',
      registers,
    }),
    countCdnPurge: (outcome: 'done' | 'failed') => cdnPurges.inc({ outcome }),
    liveListeners: new Gauge({ name: 'gateway_live_listeners', help: 'Open streams of server-sent events', registers }),
    rejected: new Counter({
      name: 'gateway_rejected_requests_total',
      help: 'Requests rejected before any service was called, by error code',
      labelNames: ['code'],
      registers,
    }),
  };
};
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
