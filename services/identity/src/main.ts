import { createBus } from 'service-kit/bus';
import { createInboxCleanup, createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createIdentity } from './app.ts';
import { ATTEMPTS, DEVELOPMENT_ATTEMPTS } from './attempts.ts';
import { config } from './config.ts';
import { createMailer } from './mails/mailer.ts';

await runService({
  name: 'identity',
  config,
  create: async ({ config, logger, metrics }) => {
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const mailer = createMailer(config.SMTP_URL);
    const { http, readiness, listeners, resetMails } = await createIdentity({
      postgres,
      logger,
      metrics,
      mailer,
      signingKey: config.SIGNING_KEY,
      adminPasswordHash: config.ADMIN_PASSWORD_HASH,
      site: { title: config.SITE_TITLE, publicUrl: config.PUBLIC_URL, sender: { name: config.MAIL_FROM_NAME, email: config.MAIL_FROM_EMAIL } },
      developmentMode: config.DEVELOPMENT_MODE,
      attempts: config.DEVELOPMENT_MODE ? DEVELOPMENT_ATTEMPTS : ATTEMPTS,
    });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    bus.subscribe('identity', listeners);
    return {
      http,
      requestTimeoutMs: 30_000,
      readiness,
      workers: [bus, createOutboxRelay({ postgres, bus, logger, metrics }), createInboxCleanup({ postgres, logger }), resetMails],
      close: () => Promise.all([mailer.close(), postgres.close()]),
    };
  },
});
