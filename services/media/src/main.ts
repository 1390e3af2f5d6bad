import 'service-kit/small-young-heap';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { directUrlOf } from 'service-kit/database-settings';
import { runEventService } from 'service-kit/run-event-service';
import { createMediaApp } from './app.ts';
import { config, settingsOf } from './config.ts';
import { openStorage } from './storage/open-storage.ts';

await runEventService({
  name: 'media',
  config,
  create: async ({ config, ...platform }) => {
    const storage = await openStorage(config);
    const advisoryLocks = createAdvisoryLocks({ url: directUrlOf(config), logger: platform.logger });
    const media = createMediaApp({ ...platform, ...storage, advisoryLocks, ...settingsOf(config) });
    // Uploads have no total timeout, as long as they make progress.
    return { ...media, requestTimeoutMs: 0, close: advisoryLocks.close };
  },
});
