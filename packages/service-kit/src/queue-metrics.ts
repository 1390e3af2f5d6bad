import type { QueueSize } from './leased-queue.ts';
import type { Logger } from './logger.ts';
import { Counter, Gauge } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';

export interface QueueMetricsDependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: { measure: () => Promise<QueueSize> };
  logger: Logger;
}

interface QueueMetricsOptions<Kind extends string, Outcome extends string> extends QueueMetricsDependencies {
  /** Prefix of the metrics' names: `mail_queue_length`. */
  name: string;
  /** Noun for an item in the metrics' descriptions: "mail". */
  noun: string;
  kinds: readonly Kind[];
  outcomes: readonly Outcome[];
}

/** Exports length and age of a queue, read at each scrape (the same on every replica), and this replica's attempts by outcome. */
export const createQueueMetrics = <Kind extends string, Outcome extends string>({
  metrics: { registry },
  name,
  noun,
  kinds,
  outcomes,
  queue,
  logger,
}: QueueMetricsOptions<Kind, Outcome>) => {
  const registers = [registry];
  const attempts = new Counter({
    name: `${name}_attempts_total`,
    help: `Attempts to send a ${noun}`,
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // `rate` needs a sample at zero first: without it, the first failure after a start would not count.
  for (const kind of kinds) for (const outcome of outcomes) attempts.inc({ kind, outcome }, 0);
  const oldest = new Gauge({
    name: `${name}_queue_oldest_seconds`,
    help: `Age of the oldest ${noun} that has not been sent`,
    registers,
  });
  new Gauge({
    name: `${name}_queue_length`,
    help: `Number of ${noun}s that have not been sent`,
    registers,
    async collect() {
      try {
        const { length, oldestSeconds } = await queue.measure();
        this.set(length);
        oldest.set(oldestSeconds);
      } catch (error) {
        logger.warn({ err: error, queue: name }, 'queue measurement failed');
      }
    },
  });
  return { countAttempt: (kind: Kind, outcome: Outcome): void => attempts.inc({ kind, outcome }) };
};
