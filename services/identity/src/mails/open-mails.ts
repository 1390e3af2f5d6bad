import { CONNECTIONS } from 'service-kit/connection-budget';
import { openPostgres } from 'service-kit/database-settings';
import type { Logger } from 'service-kit/logger';
import { createSmtpTransport } from './smtp-transport.ts';

interface MailSettings {
  NODE_ENV: string;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  SMTP_URL: string;
}

/** Opens the connections for mails: a separate pool, and the mail server. */
export const openMails = ({ NODE_ENV, SMTP_URL, ...database }: MailSettings, logger: Logger) => {
  // No connection of the pool is held while a mail is being sent.
  const mailPostgres = openPostgres(database, { logger, max: CONNECTIONS.identity.pooled.mails });
  const smtp = createSmtpTransport(SMTP_URL, { requireTls: NODE_ENV === 'production' });
  return {
    mailPostgres,
    smtp,
    close: () => {
      smtp.close();
      return mailPostgres.close();
    },
  };
};
