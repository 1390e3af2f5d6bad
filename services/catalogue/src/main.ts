import 'service-kit/small-young-heap';
import { createMongo } from 'service-kit/mongo';
import { runEventService } from 'service-kit/run-event-service';
import { createCatalogueApp } from './app.ts';
import { config, settingsOf } from './config.ts';

/** Long, because a model with a thousand items takes a while on a slow connection. */
const REQUEST_TIMEOUT_MS = 60_000;

await runEventService({
  name: 'catalogue',
  config,
  create: async ({ config, ...platform }) => {
    const mongo = await createMongo(config.MONGO_URL);
    const catalogue = createCatalogueApp({ ...platform, mongo, ...settingsOf(config) });
    return { ...catalogue, requestTimeoutMs: REQUEST_TIMEOUT_MS, close: mongo.close };
  },
});
