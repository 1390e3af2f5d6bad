import 'service-kit/small-young-heap';
import { createBus } from 'service-kit/bus';
import { createMongo } from 'service-kit/mongo';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { runService } from 'service-kit/run-service';
import { createTokenVerification } from 'service-kit/token-verification';
import { createCatalogue } from './app.ts';
import { config } from './config.ts';

await runService({
  name: 'catalogue',
  config,
  create: async ({ config, logger, metrics }) => {
    const mongo = await createMongo(config.MONGO_URL);
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const tokens = createTokenVerification({
      jwksUrls: { identity: config.IDENTITY_JWKS_URL, affiliate: config.AFFILIATE_JWKS_URL },
      bus,
      logger,
      metrics,
    });
    const { http, readiness, reconciliation, listeners, relay, ticker } = createCatalogue({
      mongo,
      bus,
      verifier: tokens.verifier,
      paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
      mediaUrlSecrets: config.MEDIA_URL_SECRET,
      logger,
      metrics,
    });
    bus.subscribe('catalogue', listeners);
    return {
      http,
      requestTimeoutMs: 60_000,
      readiness: { ...readiness, ...tokens.readiness },
      reconciliation,
      workers: [bus, tokens.worker, relay, ticker],
      close: mongo.close,
    };
  },
});
