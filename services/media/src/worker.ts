import { createBus } from 'service-kit/bus';
import { CONNECTIONS } from 'service-kit/connection-budget';
import { openPostgres } from 'service-kit/database-settings';
import { createOutboxRelay } from 'service-kit/outbox';
import { runService } from 'service-kit/run-service';
import { readStopping } from 'service-kit/stopping';
import { workerConfig } from './config.ts';
import { openStorage } from './storage/open-storage.ts';
import { createMediaWorker } from './worker-app.ts';

await runService({
  name: 'media-worker',
  config: workerConfig,
  create: async ({ config, logger, metrics }) => {
    const { storage, folders } = await openStorage(config);
    const postgres = openPostgres(config, { logger, max: CONNECTIONS['media-worker'].pooled.requests });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const { readiness, listeners, sweeper, interrupt } = createMediaWorker({
      postgres,
      storage,
      workFolder: folders.work,
      isConnected: bus.isConnected,
      logger,
      metrics,
    });
    bus.subscribe('media-worker', listeners, { prefetch: 1, dependencies: readiness });
    return {
      readiness,
      workers: [bus, createOutboxRelay({ postgres, bus, logger, metrics }), sweeper],
      // A running transcode gets the time of an open request; nothing else depends on it.
      interrupt: () => void setTimeout(interrupt, readStopping().requestsMs).unref(),
      close: postgres.close,
    };
  },
});
