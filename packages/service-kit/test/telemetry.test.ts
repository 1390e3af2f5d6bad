import { createMetrics } from '../src/telemetry.ts';

test('When a process has published nothing yet, then its events are counted from zero, so that the first one is growth', async () => {
  const { registry } = createMetrics('billing');
  expect(await registry.metrics()).toContain('events_published_total{name="payment.recorded",process="billing"} 0');
});
