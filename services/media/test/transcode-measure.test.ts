import { createLogger } from 'service-kit/logger';
import { createMetrics } from 'service-kit/telemetry';
import { createTranscodeMeasure } from '../src/processing/transcode-measure.ts';

const logger = createLogger('media-test', 'silent');

test('the measure reports results of videos and the queue', async () => {
  const metrics = createMetrics('media-worker');
  const measure = createTranscodeMeasure({ metrics, countWaiting: async () => 3, logger });
  measure()('done');
  measure()('interrupted');
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^transcodes_waiting\{process="media-worker"\} 3$/m);
  for (const outcome of ['done', 'interrupted'])
    expect(text).toMatch(new RegExp(`^transcode_duration_seconds_count\\{.*outcome="${outcome}"\\} 1$`, 'm'));
});

test('the measure reports everything else while the database is unavailable', async () => {
  const metrics = createMetrics('media-worker');
  createTranscodeMeasure({ metrics, countWaiting: () => Promise.reject(new Error('no database')), logger });
  expect(await metrics.registry.metrics()).toContain('process_resident_memory_bytes');
});
