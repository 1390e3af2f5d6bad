import { randomBytes } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** W3C Trace Context, level 1: the ids of trace and span, and flags. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A new span of the given trace, or of a new one (W3C Trace Context, level 1). */
export const childTraceparent = (parent?: string): string => {
  const [, traceId, , flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  return `00-${traceId ?? randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${flags ?? '01'}`;
};

export const traceIdOf = (traceparent: string): string | undefined => TRACEPARENT.exec(traceparent)?.[1];

/** Prometheus metrics of one process, served at /metrics of its own port (not through the gateway). */
export const createMetrics = (process: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({ name: 'http_request_duration_seconds', help: 'Duration of HTTP requests', labelNames: ['method', 'route', 'status'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers: [registry] }),
    events: new Counter({ name: 'events_consumed_total', help: 'Events by outcome: done, retried, dead', labelNames: ['name', 'outcome'], registers: [registry] }),
    outboxAge: new Gauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest event that waits to be published', registers: [registry] }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
