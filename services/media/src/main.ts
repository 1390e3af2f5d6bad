import 'service-kit/small-young-heap';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { createBus } from 'service-kit/bus';
import { createInboxCleanup } from 'service-kit/inbox';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createTokenVerification } from 'service-kit/token-verification';
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
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const tokens = createTokenVerification({
      jwksUrls: { identity: config.IDENTITY_JWKS_URL, affiliate: config.AFFILIATE_JWKS_URL },
      bus,
      logger,
      metrics,
    });
    const { http, readiness, reconciliation, listeners, sweeper } = createMedia({
      postgres,
      storage,
      parts,
      advisoryLocks,
      incomingFolder: folders.incoming,
      verifier: tokens.verifier,
      mediaUrlSecrets: config.MEDIA_URL_SECRET,
      limits: limitsOf(config),
      logger,
      metrics,
    });
    bus.subscribe('media', listeners);
    return {
      http,
      readiness: { ...readiness, ...tokens.readiness },
      reconciliation,
      workers: [
        bus,
        tokens.worker,
        createOutboxRelay({ postgres, bus, logger, metrics }),
        createInboxCleanup({ postgres, logger }),
        sweeper,
      ],
      close: () => Promise.all([postgres.close(), advisoryLocks.close()]),
    };
  },
});
