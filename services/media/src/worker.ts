import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { createHttp } from 'service-kit/http';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createPostgres } from 'service-kit/postgres';
import { createReadiness } from 'service-kit/readiness';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createAssetRepository } from './assets/asset.repository.ts';
import { config } from './config.ts';
import { MIGRATIONS } from './migrations.ts';
import { createFilmProcessing } from './processing/film-processing.ts';
import { createFileStorage } from './storage/file-storage.ts';

await run(async () => {
  const settings = readConfig(config);
  const logger = createLogger('media-worker', settings.LOG_LEVEL);
  const metrics = createMetrics('media-worker');
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger, max: 3 });
  const stopping = new AbortController();
  const films = createFilmProcessing({ postgres, assets: createAssetRepository(postgres), storage: createFileStorage(settings.STORAGE_DIR), logger, signal: stopping.signal });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('media-worker', films.listeners, { prefetch: 1 });
  bus.start();
  // Its events leave through media's outbox: the server's relay publishes them.
  const health = createHttp({ logger, metrics, ready: createReadiness(postgres, MIGRATIONS), routes: () => {} });
  const server = await serve(health, { port: settings.PORT, host: settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1') });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      stopping.abort(new Error('the worker stops'));
      await bus.close();
      await server.close();
      await postgres.close();
    },
  };
});
