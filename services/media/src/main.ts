import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createMedia } from './app.ts';
import { config } from './config.ts';
import { createFileStorage } from './storage/file-storage.ts';

await run(async () => {
  const settings = readConfig(config);
  const logger = createLogger('media', settings.LOG_LEVEL);
  const metrics = createMetrics('media');
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger });
  const media = createMedia({
    postgres,
    logger,
    metrics,
    storage: createFileStorage(settings.STORAGE_DIR),
    incomingDir: settings.STORAGE_DIR,
    keySources: { identity: new URL(settings.IDENTITY_JWKS_URL), affiliate: new URL(settings.AFFILIATE_JWKS_URL) },
    urlSecret: settings.MEDIA_URL_SECRET,
  });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('media', media.listeners);
  bus.start();
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  const sweeping = media.sweep.start();
  // Uploads take as long as the visitor's line needs.
  const server = await serve(media.http, { port: settings.PORT, host: settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1'), requestTimeout: 0 });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      sweeping.stop();
      await server.close();
      await relay.stop();
      await bus.close();
      await postgres.close();
    },
  };
});
