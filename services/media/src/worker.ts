import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { workerConfig } from './config.ts';
import { openStorage } from './storage/open-storage.ts';
import { createMediaWorker } from './worker-app.ts';

await run(async () => {
  const settings = readConfig(workerConfig);
  const logger = createLogger('media-worker', settings.LOG_LEVEL);
  const metrics = createMetrics('media-worker');
  const { storage, folders } = await openStorage(settings);
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger, max: 4 });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  const worker = createMediaWorker({ postgres, storage, workFolder: folders.work, isConnected: bus.isConnected, logger, metrics });
  bus.subscribe('media-worker', worker.listeners, { prefetch: 1 });
  bus.start();
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  worker.sweeper.start();
  const server = await serve(worker.http, { port: settings.PORT, host: settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1') });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      worker.interrupt();
      await server.close();
      await Promise.all([relay.stop(), worker.sweeper.stop()]);
      await bus.close();
      await postgres.close();
    },
  };
});
