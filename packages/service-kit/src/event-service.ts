import type { Bus } from './bus.ts';
import type { Listeners } from './event-dispatch.ts';
import { INBOX_EXPIRY } from './inbox.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { createOutboxRelay } from './outbox.ts';
import { IDEMPOTENCY_EXPIRY } from './postgres-idempotency.ts';
import type { Postgres } from './postgres.ts';
import { createRetention } from './retention.ts';
import type { Expiry } from './retention.ts';
import type { Service } from './run-service.ts';
import { Gauge } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import type { Worker } from './worker.ts';

/** Time within which a whole request must arrive. */
const REQUEST_TIMEOUT_MS = 30_000;

interface EventServiceOptions {
  /** Name of the service and of its queue. */
  name: string;
  /** Parts assembled by the service's `app.ts`. */
  app: Pick<Service, 'http' | 'readiness' | 'reconciliation'> & { listeners: Listeners };
  bus: Worker & Pick<Bus, 'subscribe' | 'publish'>;
  /** Revocations for the app's token verifier. */
  tokens: { worker: Worker; readiness: ReadinessChecks };
  /** PostgreSQL database of the service, if it has one: its outbox is published, and expired rows are deleted. */
  postgres?: Postgres;
  /** Expiring rows of the service's own tables, besides those of inbox and idempotency keys. */
  expiries?: readonly Expiry[];
  workers?: readonly Worker[];
  requestTimeoutMs?: number;
  close?: () => Promise<unknown>;
  logger: Logger;
  metrics: Metrics;
}

/** Assembles a service that serves requests, consumes the events of its queue and publishes its own. */
export const createEventService = ({
  name,
  app: { http, readiness, reconciliation, listeners },
  bus,
  tokens,
  postgres,
  expiries = [],
  workers = [],
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  close,
  logger,
  metrics,
}: EventServiceOptions): Service => {
  bus.subscribe(name, listeners, { dependencies: readiness });
  if (postgres)
    new Gauge({
      name: 'postgres_pool_waiting',
      help: 'Requests and events that wait for a connection to the database',
      registers: [metrics.registry],
      collect() {
        this.set(postgres.waitingCount());
      },
    });
  const outbox = postgres
    ? [
        createOutboxRelay({ postgres, bus, logger, metrics }),
        createRetention({
          name: 'retention',
          expiries: [INBOX_EXPIRY, IDEMPOTENCY_EXPIRY, ...expiries],
          postgres,
          logger,
        }),
      ]
    : [];
  return {
    http,
    requestTimeoutMs,
    readiness: { ...readiness, ...tokens.readiness },
    reconciliation,
    workers: [bus, tokens.worker, ...outbox, ...workers],
    close: async () => {
      await Promise.all([postgres?.close(), close?.()]);
    },
  };
};
