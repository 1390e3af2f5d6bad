import { Counter, createMetrics, Gauge } from 'service-kit/telemetry';

/** What docs/service-objectives.md promises, by the paths of its rows, and how it may fail. */
const PROMISED = ['/api/auth/check-payment', '/api/subscription', '/api/postbacks/*'];
const FAILURES = [500, 502, 503, 504];

/** What the gateway measures besides what every process does. Routes are the paths of its rows: an address may hold what a person has given. */
export const createGatewayMetrics = (name = 'gateway') => {
  const metrics = createMetrics(name);
  const registers = [metrics.registry];
  // A rate sees growth alone: of failures that come together, none would count without the zero before them.
  for (const route of PROMISED) for (const status of FAILURES) metrics.requests.zero({ method: 'GET', route, status });
  return {
    ...metrics,
    kept: new Counter({ name: 'gateway_kept_answers_total', help: 'Requests answered from memory, which no row sees', registers }),
    listening: new Gauge({ name: 'gateway_live_listeners', help: 'Pages that listen to server-sent events', registers }),
  };
};
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
