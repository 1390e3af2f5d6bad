import { createMetrics } from '../src/telemetry.ts';

test('a counter of a process begins with zero before its first one, so that the first one is growth', async () => {
  const { registry } = createMetrics('billing');
  expect(await registry.metrics()).toContain('events_published_total{name="payment.recorded",process="billing"} 0');
});
