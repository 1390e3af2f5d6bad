import { createBus } from 'service-kit/bus';
import { createInboxCleanup, createOutboxRelay } from 'service-kit/outbox';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createAffiliate } from './app.ts';
import { config } from './config.ts';

await runService({
  name: 'affiliate',
  config,
  create: async ({ config, logger, metrics }) => {
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const { http, readiness, listeners } = await createAffiliate({
      postgres,
      logger,
      metrics,
      signingKey: config.SIGNING_KEY,
      identityKeys: new URL(config.IDENTITY_JWKS_URL),
      catalogueUrl: config.CATALOGUE_URL,
      paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
    });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    bus.subscribe('affiliate', listeners);
    return {
      http,
      requestTimeoutMs: 30_000,
      readiness,
      workers: [bus, createOutboxRelay({ postgres, bus, logger, metrics }), createInboxCleanup({ postgres, logger })],
      close: postgres.close,
    };
  },
});
