import 'service-kit/small-young-heap';
import { createVerifier } from 'service-kit/auth';
import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createMongo } from 'service-kit/mongo';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createCatalogue } from './app.ts';
import { catalogueConfig } from './config.ts';

await run(async () => {
  const config = readConfig(catalogueConfig);
  const isProduction = config.NODE_ENV === 'production';
  const logger = createLogger('catalogue', config.LOG_LEVEL);
  const metrics = createMetrics('catalogue');
  const mongo = await createMongo(config.MONGO_URL);
  const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
  const { http, listeners, relay, ticker } = createCatalogue({
    mongo,
    bus,
    verifier: createVerifier({ identity: new URL(config.IDENTITY_JWKS_URL), affiliate: new URL(config.AFFILIATE_JWKS_URL) }),
    paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, !isProduction),
    mediaUrlSecret: config.MEDIA_URL_SECRET,
    logger,
    metrics,
  });
  bus.subscribe('catalogue', listeners);
  bus.start();
  relay.start();
  ticker.start();
  const server = await serve(http, { port: config.PORT, host: config.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1') });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await ticker.stop();
      await relay.stop();
      await bus.close();
      await mongo.close();
    },
  };
});
