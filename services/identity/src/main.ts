import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
import { createPostgres } from 'service-kit/postgres';
import { createRevocationSync } from 'service-kit/revocation-sync';
import { runService } from 'service-kit/run-service';
import { listRevokedSessions } from 'service-kit/sessions';
import { createIdentity } from './app.ts';
import { config, settingsOf } from './config.ts';
import { createSmtpTransport } from './mails/smtp-transport.ts';

/** Connections of the mail queue; none is held while a mail is being sent. */
const MAIL_POOL_SIZE = 2;

await runService({
  name: 'identity',
  config,
  create: async (process) => {
    const { config, logger, metrics } = process;
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const mailPostgres = createPostgres({ url: config.DATABASE_URL, logger, max: MAIL_POOL_SIZE });
    const smtp = createSmtpTransport(config.SMTP_URL, { requireTls: config.NODE_ENV === 'production' });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const app = await createIdentity({ postgres, mailPostgres, smtp, logger, metrics, ...settingsOf(config) });
    // Sessions are also revoked by other replicas.
    const sources = { identity: () => listRevokedSessions(postgres) };
    const tokens = createRevocationSync({ bus, revocations: app.revocations, sources, logger });
    const workers = [createAccessCleanup({ postgres, logger }), app.mails];
    const close = () => {
      smtp.close();
      return mailPostgres.close();
    };
    return createEventService({ ...process, app, bus, tokens, postgres, workers, close });
  },
});
