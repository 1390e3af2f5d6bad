import 'service-kit/small-young-heap';
import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
import { createMongo } from 'service-kit/mongo';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { runService } from 'service-kit/run-service';
import { createTokenVerification } from 'service-kit/token-verification';
import { createCatalogue } from './app.ts';
import { config } from './config.ts';

/** A model with a thousand items takes a while on a slow line. */
const REQUEST_TIMEOUT_MS = 60_000;

await runService({
  name: 'catalogue',
  config,
  create: async (process) => {
    const { config, logger, metrics } = process;
    const mongo = await createMongo(config.MONGO_URL);
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const jwksUrls = { identity: config.IDENTITY_JWKS_URL, affiliate: config.AFFILIATE_JWKS_URL };
    const tokens = createTokenVerification({ jwksUrls, bus, logger, metrics });
    const app = createCatalogue({
      mongo,
      bus,
      verifier: tokens.verifier,
      paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
      mediaUrlSecrets: config.MEDIA_URL_SECRET,
      logger,
      metrics,
    });
    const workers = [app.relay, app.ticker];
    return createEventService({
      ...process,
      app,
      bus,
      tokens,
      workers,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      close: mongo.close,
    });
  },
});
