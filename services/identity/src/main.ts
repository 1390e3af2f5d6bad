import { runEventService } from 'service-kit/run-event-service';
import { createIdentityApp } from './app.ts';
import { config, settingsOf } from './config.ts';
import { openMails } from './mails/open-mails.ts';

await runEventService({
  name: 'identity',
  config,
  create: async ({ config, ...platform }) => {
    const { close, ...mails } = openMails(config, platform.logger);
    return { ...(await createIdentityApp({ ...platform, ...mails, ...settingsOf(config) })), close };
  },
});
