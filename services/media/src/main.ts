import 'service-kit/small-young-heap';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
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
  create: async (process) => {
    const { config, logger, metrics } = process;
    const { storage, parts, folders } = await openStorage(config);
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const advisoryLocks = createAdvisoryLocks({ url: config.DATABASE_URL, logger });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const jwksUrls = { identity: config.IDENTITY_JWKS_URL, affiliate: config.AFFILIATE_JWKS_URL };
    const tokens = createTokenVerification({ jwksUrls, bus, logger, metrics });
    const app = createMedia({
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
    return createEventService({
      ...process,
      app,
      bus,
      tokens,
      postgres,
      workers: [app.sweeper],
      // An upload may take as long as it makes progress.
      requestTimeoutMs: 0,
      close: advisoryLocks.close,
    });
  },
});
