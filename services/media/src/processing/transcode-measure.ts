import type { Logger } from 'service-kit/logger';
import { Gauge, Histogram } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';

/** unreadable: the file is permanently rejected; interrupted: the worker failed, and the event is redelivered. */
export type TranscodeOutcome = 'done' | 'unreadable' | 'interrupted';

/** Starts measuring one video; the returned function records the outcome. */
export type TranscodeMeasure = () => (outcome: TranscodeOutcome) => void;

interface Dependencies {
  metrics: Pick<Metrics, 'registry'> | undefined;
  countWaiting: () => Promise<number>;
  logger: Logger;
}

/** Measures duration and outcome of transcodes, and the number of waiting videos (the same on every worker). */
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
