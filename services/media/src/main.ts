import 'service-kit/small-young-heap';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { createVerifier } from 'service-kit/auth';
import { createBus } from 'service-kit/bus';
import { createInboxCleanup, createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createMedia } from './app.ts';
import { config } from './config.ts';
import { limitsOf } from './limits.ts';
import { openStorage } from './storage/open-storage.ts';

await runService({
  name: 'media',
  config,
  create: async ({ config, logger, metrics }) => {
    const { storage, parts, folders } = await openStorage(config);
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const advisoryLocks = createAdvisoryLocks({ url: config.DATABASE_URL, logger });
    const { http, readiness, listeners, sweeper } = createMedia({
      postgres,
      storage,
      parts,
      advisoryLocks,
      incomingFolder: folders.incoming,
      verifier: createVerifier({ identity: new URL(config.IDENTITY_JWKS_URL), affiliate: new URL(config.AFFILIATE_JWKS_URL) }),
      mediaUrlSecret: config.MEDIA_URL_SECRET,
      limits: limitsOf(config),
      logger,
      metrics,
    });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    bus.subscribe('media', listeners);
    return {
      http,
      readiness,
      workers: [bus, createOutboxRelay({ postgres, bus, logger, metrics }), createInboxCleanup({ postgres, logger }), sweeper],
      close: () => Promise.all([postgres.close(), advisoryLocks.close()]),
    };
  },
});
