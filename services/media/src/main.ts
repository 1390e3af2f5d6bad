import 'service-kit/small-young-heap';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { createVerifier } from 'service-kit/auth';
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
import { openStorage } from './storage/open-storage.ts';

await run(async () => {
  const settings = readConfig(config);
  const logger = createLogger('media', settings.LOG_LEVEL);
  const metrics = createMetrics('media');
  const { storage, parts, folders } = await openStorage(settings);
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger });
  const advisoryLocks = createAdvisoryLocks({ url: settings.DATABASE_URL, logger });
  const media = createMedia({
    postgres,
    storage,
    parts,
    advisoryLocks,
    incomingFolder: folders.incoming,
    verifier: createVerifier({ identity: new URL(settings.IDENTITY_JWKS_URL), affiliate: new URL(settings.AFFILIATE_JWKS_URL) }),
    mediaUrlSecret: settings.MEDIA_URL_SECRET,
    logger,
    metrics,
  });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('media', media.listeners);
  bus.start();
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  media.sweeper.start();
  const server = await serve(media.http, { port: settings.PORT, host: settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1') });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await Promise.all([relay.stop(), media.sweeper.stop()]);
      await bus.close();
      await Promise.all([postgres.close(), advisoryLocks.close()]);
    },
  };
});
