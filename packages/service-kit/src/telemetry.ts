import { randomBytes } from 'node:crypto';
import { EVENTS } from 'contracts/events';
import { ROLES } from 'contracts/roles';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SECURITY_EVENTS } from './security-events.ts';

// For the services' own metrics, registered on `registry`.
export { Counter, Gauge, Histogram };

/** W3C Trace Context, level 1: trace id, span id and flags. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Random bytes drawn at once: a call per request would cost more than parsing the request's headers. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let usedBytes = 0;
const randomHex = (bytes: number): string => {
  if (usedBytes + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return pool.toString('hex', usedBytes - bytes, usedBytes);
};

/** Returns the traceparent of a new span, in the given trace or a new one (W3C Trace Context, level 1). */
export const childTraceparent = (parent?: string): string => {
  const [, traceId, , flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  return `00-${traceId ?? randomHex(16)}-${randomHex(8)}-${flags ?? '01'}`;
};

/** Returns the trace id of a traceparent. */
export const traceIdOf = (traceparent: string): string | undefined => TRACEPARENT.exec(traceparent)?.[1];

/**
 * Buckets for the delay between a change and its effect elsewhere: usually some hundredths, minutes while a service or the broker
 * is down.
 */
const LAG_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/**
 * Creates the Prometheus metrics of one process, served at /metrics on its management port. A service registers its own on
 * `registry`.
 */
export const createMetrics = (process: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const published = new Counter({
    name: 'events_published_total',
    help: 'Events that the broker has confirmed',
    labelNames: ['name'],
    registers: [registry],
  });
  // `rate` needs a sample at zero first: without it, the first payment after a start would not count.
  for (const name of Object.keys(EVENTS)) published.inc({ name }, 0);
  const securityEvents = new Counter({
    name: 'security_events_total',
    help: 'Logins, revocations, denied access, by the role concerned',
    labelNames: ['event', 'role'],
    registers: [registry],
  });
  for (const event of SECURITY_EVENTS) for (const role of ROLES) securityEvents.inc({ event, role }, 0);
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    events: new Counter({
      name: 'events_consumed_total',
      help: 'Events by outcome: done, retried, dead, returned (while the database is unavailable)',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    }),
    published,
    securityEvents,
    eventLag: new Histogram({
      name: 'event_lag_seconds',
      help: 'From the change that an event announces to the end of its effect here',
      labelNames: ['name'],
      buckets: LAG_BUCKETS_SECONDS,
      registers: [registry],
    }),
    outboxFailures: new Gauge({
      name: 'outbox_failing_events',
      help: 'Events that the broker has rejected, and that are tried again apart from the others',
      registers: [registry],
    }),
    outboxAge: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest event that waits to be published',
      registers: [registry],
    }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
