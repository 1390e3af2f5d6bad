import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createBilling } from './app.ts';
import { config } from './config.ts';
import { startExpirySweep } from './subscriptions/expiry-sweep.ts';

await run(async () => {
  const settings = readConfig(config);
  const production = settings.NODE_ENV === 'production';
  const logger = createLogger('billing', settings.LOG_LEVEL);
  const metrics = createMetrics('billing');
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger });
  let isListening = false;
  const billing = createBilling({
    postgres,
    logger,
    metrics,
    identityKeys: new URL(settings.IDENTITY_JWKS_URL),
    isListening: () => isListening,
    payment: { defaultOfferUrl: settings.DEFAULT_OFFER_URL, hosts: settings.PAYMENT_HOSTS, allowHttp: !production },
    postbackKeys: settings.POSTBACK_KEYS,
    defaultTelegramLink: settings.DEFAULT_TELEGRAM_LINK,
    publicUrl: settings.PUBLIC_URL,
    graceDays: settings.GRACE_DAYS,
  });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('billing', billing.listeners);
  bus.start();
  // Once is enough: the queue stays and collects while the broker or we are away, and postbacks are taken without it.
  void bus.connected().then(() => {
    isListening = true;
  });
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  const sweep = startExpirySweep({ subscriptions: billing.subscriptions, logger });
  const server = await serve(billing.http, { port: settings.PORT, host: settings.HOST ?? (production ? undefined : '127.0.0.1'), requestTimeout: 30_000 });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await Promise.all([relay.stop(), sweep.stop()]);
      await bus.close();
      await postgres.close();
    },
  };
});
