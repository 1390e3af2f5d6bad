import { runEventService } from 'service-kit/run-event-service';
import { createAffiliateApp } from './app.ts';
import { config, settingsOf } from './config.ts';

await runEventService({
  name: 'affiliate',
  config,
  create: ({ config, ...platform }) => createAffiliateApp({ ...platform, ...settingsOf(config) }),
});
