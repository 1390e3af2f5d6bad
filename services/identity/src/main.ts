import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createIdentity } from './app.ts';
import { ATTEMPTS, DEVELOPMENT_ATTEMPTS } from './attempts.ts';
import { config } from './config.ts';
import { createMailer } from './mails/mailer.ts';

await run(async () => {
  const settings = readConfig(config);
  const logger = createLogger('identity', settings.LOG_LEVEL);
  const metrics = createMetrics('identity');
  const postgres = createPostgres({ url: settings.DATABASE_URL, logger });
  const mailer = createMailer(settings.SMTP_URL);
  const identity = await createIdentity({
    postgres,
    logger,
    metrics,
    mailer,
    signingKey: settings.SIGNING_KEY,
    adminPasswordHash: settings.ADMIN_PASSWORD_HASH,
    site: { title: settings.SITE_TITLE, publicUrl: settings.PUBLIC_URL, sender: { name: settings.MAIL_FROM_NAME, email: settings.MAIL_FROM_EMAIL } },
    developmentMode: settings.DEVELOPMENT_MODE,
    attempts: settings.DEVELOPMENT_MODE ? DEVELOPMENT_ATTEMPTS : ATTEMPTS,
  });
  const bus = createBus({ url: settings.RABBIT_URL, logger, metrics });
  bus.subscribe('identity', identity.listeners);
  bus.start();
  const relay = createOutboxRelay({ postgres, bus, logger, metrics });
  const resetMails = identity.resetMails.start();
  const server = await serve(identity.http, { port: settings.PORT, host: settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1'), requestTimeout: 30_000 });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await Promise.all([relay.stop(), resetMails.stop()]);
      await bus.close();
      mailer.close();
      await postgres.close();
    },
  };
});
