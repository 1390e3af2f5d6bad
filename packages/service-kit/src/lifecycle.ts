import { ConfigError } from './config.ts';
import type { Logger } from './logger.ts';
import { beginDraining, readStopping } from './stopping.ts';
import { isTracingWanted } from './tracing.ts';

/** The export of traces, where the environment wants it; what it needs is not even loaded elsewhere. */
const tracing = async (logger: Logger) => (isTracingWanted() ? (await import('./tracing-export.ts')).startTracing(String(logger.bindings().name)) : undefined);

/**
 * Runs a process: `start` returns what stops it, in order. SIGTERM stops it without losing a request: it goes on answering
 * until everybody has gone elsewhere (stopping.ts), then ends what runs (exit 0). SIGINT leaves the first out.
 * A fault at the start is told once, plainly, and ends it (exit 1).
 */
export const run = async (start: () => Promise<{ logger: Logger; stop: () => Promise<void> }>): Promise<void> => {
  let started: Awaited<ReturnType<typeof start>>;
  let traces: Awaited<ReturnType<typeof tracing>>;
  let stopping: ReturnType<typeof readStopping>;
  try {
    stopping = readStopping();
    started = await start();
    traces = await tracing(started.logger);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
  const { logger, stop } = started;
  let isStopping = false;
  let hurry: () => void = () => {};
  const drained = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      hurry = resolve;
      setTimeout(resolve, signal === 'SIGTERM' ? stopping.drain : 0);
    });
  const end = async (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') hurry();
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    beginDraining();
    await drained(signal);
    setTimeout(() => {
      logger.error('the stop took too long');
      process.exit(1);
    }, stopping.deadline).unref();
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
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
};
