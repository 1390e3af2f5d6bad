import { ConfigError } from './config.ts';
import type { Logger } from './logger.ts';
import { isTracingWanted } from './tracing.ts';

/** Milliseconds after which a stop is forced. */
const STOP_DEADLINE = 25_000;

/** The export of traces, where the environment wants it; what it needs is not even loaded elsewhere. */
const tracing = async (logger: Logger) => (isTracingWanted() ? (await import('./tracing-export.ts')).startTracing(String(logger.bindings().name)) : undefined);

/**
 * Runs a process: `start` returns what stops it, in order. SIGTERM and SIGINT stop it gracefully (exit 0);
 * a fault at the start is told once, plainly, and ends it (exit 1).
 */
export const run = async (start: () => Promise<{ logger: Logger; stop: () => Promise<void> }>): Promise<void> => {
  let started: Awaited<ReturnType<typeof start>>;
  let traces: Awaited<ReturnType<typeof tracing>>;
  try {
    started = await start();
    traces = await tracing(started.logger);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
  const { logger, stop } = started;
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('the stop took too long');
      process.exit(1);
    }, STOP_DEADLINE).unref();
    // A collector that is away keeps nobody from ending.
    const sent = () => traces?.stop().catch((error: unknown) => logger.warn({ err: error }, 'the last spans were not sent'));
    stop().then(sent).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
