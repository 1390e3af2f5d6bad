import { createBus } from 'service-kit/bus';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { workerConfig } from './config.ts';
import { openStorage } from './storage/open-storage.ts';
import { createMediaWorker } from './worker-app.ts';

await runService({
  name: 'media-worker',
  config: workerConfig,
  create: async ({ config, logger, metrics }) => {
    const { storage, folders } = await openStorage(config);
    const postgres = createPostgres({ url: config.DATABASE_URL, logger, max: 4 });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const { readiness, listeners, sweeper, interrupt } = createMediaWorker({
      postgres,
      storage,
      workFolder: folders.work,
      isConnected: bus.isConnected,
      logger,
      metrics,
    });
    bus.subscribe('media-worker', listeners, { prefetch: 1 });
    return {
      readiness,
      workers: [bus, createOutboxRelay({ postgres, bus, logger, metrics }), sweeper],
      interrupt,
      close: postgres.close,
    };
  },
});
