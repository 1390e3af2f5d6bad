import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { ConfigError, readConfig } from './config.ts';
import type { ProcessSettings } from './config.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';
import { createManagement } from './management.ts';
import type { ReadinessChecks } from './management.ts';
import type { Collections } from './reconciliation/collection.ts';
import { serve } from './serve.ts';
import { beginDraining, readStopping } from './stopping.ts';
import { createMetrics } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { isTracingWanted } from './tracing.ts';
import type { Worker } from './worker.ts';

/** Parts of a process. */
export interface Service {
  /** Handles requests on PORT; absent when the process only consumes events. */
  http?: RequestListener | undefined;
  /** Time within which a whole request must arrive; 0 (the default) for no limit. */
  requestTimeoutMs?: number;
  /** Time without a byte after which the connection of an unfinished request is closed; 0 (the default) for no limit. */
  idleTimeoutMs?: number;
  /** Whether to add the Keep-Alive hint to each response; false when `http` sets it itself. */
  addsKeepAliveHint?: boolean;
  readiness: ReadinessChecks;
  /** Collections that `npm run reconcile` compares, on the management port. */
  reconciliation?: Collections | undefined;
  /** Started in this order before the port opens; stopped in reverse order after the last response, or after a failed start. */
  workers?: readonly Worker[];
  /** Called after the drain, before the wait for open requests: closes connections that never end by themselves. */
  interrupt?: () => void;
  /** Closes connections; called last. */
  close?: () => Promise<unknown>;
}

interface RunOptions<Schema extends z.ZodType<ProcessSettings>, Measures extends Metrics> {
  /** Name of the process in logs and metrics. */
  name: string;
  config: Schema;
  metrics?: (name: string) => Measures;
  create: (process: {
    name: string;
    config: z.output<Schema>;
    logger: Logger;
    metrics: Measures;
  }) => Promise<Service> | Service;
}

/** Starts the export of traces if the environment enables it; its packages are loaded only then. */
const startTracing = async (name: string) =>
  isTracingWanted() ? (await import('./tracing-export.ts')).startTracing(name) : undefined;

const start = async <Schema extends z.ZodType<ProcessSettings>, Measures extends Metrics>({
  name,
  config: schema,
  metrics: metricsOf,
  create,
}: RunOptions<Schema, Measures>) => {
  const config = readConfig(schema);
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = metricsOf ? metricsOf(name) : (createMetrics(name) as Measures);
  const host = config.HOST ?? (config.NODE_ENV === 'production' ? undefined : '127.0.0.1');
  const {
    http,
    requestTimeoutMs,
    idleTimeoutMs,
    addsKeepAliveHint,
    readiness,
    reconciliation,
    workers = [],
    interrupt,
    close,
  } = await create({ name, config, logger, metrics });
  const started: Worker[] = [];
  let management: Awaited<ReturnType<typeof serve>> | undefined;
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  let traces: Awaited<ReturnType<typeof startTracing>>;
  const stop = async () => {
    const closed = server?.close();
    interrupt?.();
    await closed;
    for (const worker of started.toReversed()) await worker.stop();
    await close?.();
    await management?.close(0);
    await traces?.stop().catch((error: unknown) => logger.warn({ err: error }, 'span export failed'));
  };
  try {
    for (const worker of workers) {
      worker.start();
      started.push(worker);
    }
    management = await serve(createManagement({ readiness, metrics, reconciliation, logger }), {
      port: config.MANAGEMENT_PORT,
      host,
      requestTimeoutMs: 30_000,
    });
    server =
      http &&
      (await serve(http, {
        port: config.PORT,
        host,
        requestTimeoutMs,
        idleTimeoutMs,
        addsKeepAliveHint,
        onMalformed: (code) => logger.info({ code }, 'malformed request'),
      }));
    traces = await startTracing(name);
  } catch (error) {
    await Promise.race([stop(), pause(readStopping().deadlineMs)]).catch((stopError: unknown) =>
      logger.error({ err: stopError }, 'closing after a failed start failed'),
    );
    throw error;
  }
  logger.info({ port: server?.port, managementPort: management.port }, 'listening');
  return { logger, stop };
};

/**
 * Runs a process from its configuration to its exit. SIGTERM starts the drain: the process reports itself as not ready and serves
 * requests for DRAIN_SECONDS, then finishes pending work and exits with 0. SIGINT skips the drain. When the start fails, started
 * parts are stopped, the error is printed once, and the exit code is 1; the exit code is also 1 when the shutdown exceeds
 * STOP_SECONDS.
 */
export const runService = async <Schema extends z.ZodType<ProcessSettings>, Measures extends Metrics = Metrics>(
  options: RunOptions<Schema, Measures>,
): Promise<void> => {
  let started: Awaited<ReturnType<typeof start>>;
  let stopping: ReturnType<typeof readStopping>;
  try {
    stopping = readStopping();
    started = await start(options);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  }
  const { logger, stop } = started;
  const drain = new AbortController();
  let isStopping = false;
  const drained = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      drain.signal.addEventListener('abort', () => resolve(), { once: true });
      setTimeout(resolve, signal === 'SIGTERM' ? stopping.drainMs : 0);
    });
  const end = async (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') drain.abort();
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'graceful shutdown started');
    beginDraining();
    await drained(signal);
    setTimeout(() => {
      logger.error('graceful shutdown timed out');
      process.exit(1);
    }, stopping.deadlineMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'graceful shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
};
