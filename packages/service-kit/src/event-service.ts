import type { Bus, Listeners } from './bus.ts';
import { createInboxCleanup } from './inbox.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { createOutboxRelay } from './outbox.ts';
import { createIdempotencyCleanup } from './postgres-idempotency.ts';
import type { Postgres } from './postgres.ts';
import type { Service } from './run-service.ts';
import type { Metrics } from './telemetry.ts';
import type { Worker } from './worker.ts';

/** Time in which a whole request must have arrived. */
const REQUEST_TIMEOUT_MS = 30_000;

interface EventServiceOptions {
  /** Also the name of the service's queue. */
  name: string;
  /** What the service's own `app.ts` assembles. */
  app: Pick<Service, 'http' | 'readiness' | 'reconciliation'> & { listeners: Listeners };
  bus: Bus;
  /** Revocations that the app's verifier depends on. */
  tokens: { worker: Worker; readiness: ReadinessChecks };
  /** The service's database where that is PostgreSQL: its outbox is published, its inbox and idempotency keys are cleaned up. */
  postgres?: Postgres;
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
  workers = [],
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  close,
  logger,
  metrics,
}: EventServiceOptions): Service => {
  bus.subscribe(name, listeners, { dependencies: readiness });
  const outbox = postgres
    ? [
        createOutboxRelay({ postgres, bus, logger, metrics }),
        createInboxCleanup({ postgres, logger }),
        createIdempotencyCleanup({ postgres, logger }),
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
