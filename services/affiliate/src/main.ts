import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createBus } from 'service-kit/bus';
import { createInboxCleanup } from 'service-kit/inbox';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createPostgres } from 'service-kit/postgres';
import { createRevocationSync, revokedSessionsAt } from 'service-kit/revocation-sync';
import { runService } from 'service-kit/run-service';
import { listRevokedSessions } from 'service-kit/sessions';
import { createAffiliate } from './app.ts';
import { config } from './config.ts';

await runService({
  name: 'affiliate',
  config,
  create: async ({ config, logger, metrics }) => {
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const { http, readiness, reconciliation, listeners, revocations } = await createAffiliate({
      postgres,
      logger,
      metrics,
      signingKey: config.SIGNING_KEY,
      identityKeys: new URL(config.IDENTITY_JWKS_URL),
      catalogueUrl: config.CATALOGUE_URL,
      relyingParty: { url: config.PUBLIC_URL, title: config.SITE_TITLE },
      paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
    });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    bus.subscribe('affiliate', listeners);
    const sources = {
      identity: revokedSessionsAt(config.IDENTITY_JWKS_URL),
      affiliate: () => listRevokedSessions(postgres),
    };
    const sync = createRevocationSync({ bus, revocations, sources, logger });
    return {
      http,
      requestTimeoutMs: 30_000,
      readiness: { ...readiness, revocations: sync.check },
      reconciliation,
      workers: [
        bus,
        sync.worker,
        createOutboxRelay({ postgres, bus, logger, metrics }),
        createInboxCleanup({ postgres, logger }),
        createAccessCleanup({ postgres, logger }),
      ],
      close: postgres.close,
    };
  },
});
