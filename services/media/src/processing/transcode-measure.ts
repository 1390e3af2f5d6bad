import type { Logger } from 'service-kit/logger';
import { Gauge, Histogram } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';

/** unreadable: the file is rejected for good; interrupted: the worker failed, and the event is redelivered. */
export type TranscodeOutcome = 'done' | 'unreadable' | 'interrupted';

/** Begins to measure one video; the returned function records how it ended. */
export type TranscodeMeasure = () => (outcome: TranscodeOutcome) => void;

interface Dependencies {
  metrics: Pick<Metrics, 'registry'> | undefined;
  countWaiting: () => Promise<number>;
  logger: Logger;
}

/** Measures how long videos take, how they end, and how many wait (every worker reports the same number of those). */
export const createTranscodeMeasure = ({ metrics, countWaiting, logger }: Dependencies): TranscodeMeasure => {
  if (!metrics) return () => () => undefined;
  const registers = [metrics.registry];
  const duration = new Histogram({
    name: 'transcode_duration_seconds',
    help: 'Making what a video needs, by how it ended',
    labelNames: ['outcome'],
    buckets: [1, 5, 10, 30, 60, 120, 300, 600, 1_800],
    registers,
  });
  new Gauge({
    name: 'transcodes_waiting',
    help: 'Videos that wait for a worker, or are with one',
    registers,
    async collect() {
      try {
        this.set(await countWaiting());
      } catch (error) {
        logger.warn({ err: error }, 'video queue measurement failed');
      }
    },
  });
  return () => {
    const started = performance.now();
    return (outcome) => duration.observe({ outcome }, (performance.now() - started) / 1_000);
  };
};
