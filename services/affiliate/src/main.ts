import { runEventService } from 'service-kit/run-event-service';
import { createAffiliate } from './app.ts';
import { config, settingsOf } from './config.ts';

await runEventService({
  name: 'affiliate',
  config,
  create: ({ config, ...platform }) => createAffiliate({ ...platform, ...settingsOf(config) }),
});
