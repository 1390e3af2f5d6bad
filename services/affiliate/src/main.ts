import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createPostgres } from 'service-kit/postgres';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createAffiliate } from './app.ts';
import { config } from './config.ts';

await run(async () => {
  const settings = readConfig(config);
  const isProduction = settings.NODE_ENV === 'production';
  const logger = createLogger('affiliate', settings.LOG_LEVEL);
  const metrics = createMetrics('affiliate');
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger });
  const affiliate = await createAffiliate({
    postgres,
    logger,
    metrics,
    signingKey: settings.SIGNING_KEY,
    identityKeys: new URL(settings.IDENTITY_JWKS_URL),
    catalogueUrl: settings.CATALOGUE_URL,
    paymentHosts: createPaymentHosts(settings.PAYMENT_HOSTS, !isProduction),
  });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('affiliate', affiliate.listeners);
  bus.start();
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  const server = await serve(affiliate.http, { port: settings.PORT, host: settings.HOST ?? (isProduction ? undefined : '127.0.0.1'), requestTimeout: 30_000 });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await relay.stop();
      await bus.close();
      await postgres.close();
    },
  };
});
