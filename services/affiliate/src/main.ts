import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
import { createPostgres } from 'service-kit/postgres';
import { createRevocationSync, revokedSessionsAt } from 'service-kit/revocation-sync';
import { runService } from 'service-kit/run-service';
import { listRevokedSessions } from 'service-kit/sessions';
import { createAffiliate } from './app.ts';
import { config, settingsOf } from './config.ts';

await runService({
  name: 'affiliate',
  config,
  create: async (process) => {
    const { config, logger, metrics } = process;
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const app = await createAffiliate({ postgres, logger, metrics, ...settingsOf(config) });
    const sources = {
      identity: revokedSessionsAt(config.IDENTITY_JWKS_URL),
      affiliate: () => listRevokedSessions(postgres),
    };
    const tokens = createRevocationSync({ bus, revocations: app.revocations, sources, logger });
    const workers = [createAccessCleanup({ postgres, logger })];
    return createEventService({ ...process, app, bus, tokens, postgres, workers });
  },
});
