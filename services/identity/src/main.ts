import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createBus } from 'service-kit/bus';
import { createInboxCleanup } from 'service-kit/inbox';
import { createOutboxRelay } from 'service-kit/outbox';
import { createPostgres } from 'service-kit/postgres';
import { createRevocationSync } from 'service-kit/revocation-sync';
import { runService } from 'service-kit/run-service';
import { listRevokedSessions } from 'service-kit/sessions';
import { createIdentity } from './app.ts';
import { ATTEMPTS, DEVELOPMENT_ATTEMPTS } from './attempts.ts';
import { config } from './config.ts';
import { createSmtpTransport } from './mails/smtp-transport.ts';

/** Of the mail queue: mails are sent without a connection; it is needed before and after. */
const MAIL_CONNECTIONS = 2;

await runService({
  name: 'identity',
  config,
  create: async ({ config, logger, metrics }) => {
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const mailPostgres = createPostgres({ url: config.DATABASE_URL, logger, max: MAIL_CONNECTIONS });
    const smtp = createSmtpTransport(config.SMTP_URL, { requireTls: config.NODE_ENV === 'production' });
    const { http, readiness, reconciliation, listeners, mails, revocations } = await createIdentity({
      postgres,
      mailPostgres,
      logger,
      metrics,
      smtp,
      senderDomains: config.MAIL_SENDER_DOMAINS,
      signingKey: config.SIGNING_KEY,
      adminPasswordHash: config.ADMIN_PASSWORD_HASH,
      isAdminSecondFactorRequired:
        (config.ADMIN_SECOND_FACTOR ?? (config.NODE_ENV === 'production' ? 'required' : 'optional')) === 'required',
      site: {
        title: config.SITE_TITLE,
        publicUrl: config.PUBLIC_URL,
        sender: { name: config.MAIL_FROM_NAME, email: config.MAIL_FROM_EMAIL },
      },
      developmentMode: config.DEVELOPMENT_MODE,
      attempts: config.DEVELOPMENT_MODE ? DEVELOPMENT_ATTEMPTS : ATTEMPTS,
    });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    bus.subscribe('identity', listeners);
    // Other replicas revoke as well.
    const sync = createRevocationSync({
      bus,
      revocations,
      sources: { identity: () => listRevokedSessions(postgres) },
      logger,
    });
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
        mails,
      ],
      close: async () => {
        smtp.close();
        await Promise.all([mailPostgres.close(), postgres.close()]);
      },
    };
  },
});
