import { runEventService } from 'service-kit/run-event-service';
import { createBillingApp } from './app.ts';
import { config, settingsOf } from './config.ts';

await runEventService({
  name: 'billing',
  config,
  create: ({ config, bus, ...platform }) => {
    const billing = createBillingApp({ ...platform, ...settingsOf(config) });
    return { ...billing, readiness: { ...billing.readiness, events: bus.requireDeclaredQueues } };
  },
});
