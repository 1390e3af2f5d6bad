import { createBus } from 'service-kit/bus';
import { createInboxCleanup } from 'service-kit/inbox';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createTokenVerification } from 'service-kit/token-verification';
import { createBilling } from './app.ts';
import { config } from './config.ts';

await runService({
  name: 'billing',
  config,
  create: ({ config, logger, metrics }) => {
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const tokens = createTokenVerification({ jwksUrls: { identity: config.IDENTITY_JWKS_URL }, bus, logger, metrics });
    const { http, readiness, reconciliation, listeners, expirySweep } = createBilling({
      postgres,
      logger,
      metrics,
      verifier: tokens.verifier,
      payment: {
        defaultOfferUrl: config.DEFAULT_OFFER_URL,
        hosts: config.PAYMENT_HOSTS,
        allowHttp: config.NODE_ENV !== 'production',
      },
      postbackKeys: config.POSTBACK_KEYS,
      defaultTelegramLink: config.DEFAULT_TELEGRAM_LINK,
      publicUrl: config.PUBLIC_URL,
      graceDays: config.GRACE_DAYS,
    });
    bus.subscribe('billing', listeners);
    // Once is enough: afterwards the queue collects events while the broker or this process is down.
    let isSubscribed = false;
    void bus.connected().then(() => {
      isSubscribed = true;
    });
    return {
      http,
      requestTimeoutMs: 30_000,
      readiness: {
        ...readiness,
        ...tokens.readiness,
        events: () => {
          if (!isSubscribed) throw new Error('the queue is not declared yet');
        },
      },
      reconciliation,
      workers: [
        bus,
        tokens.worker,
        createOutboxRelay({ postgres, bus, logger, metrics }),
        createInboxCleanup({ postgres, logger }),
        expirySweep,
      ],
      close: postgres.close,
    };
  },
});
