import nodemailer from 'nodemailer';
import type { MailContent } from './mail-content.ts';
import type { Mailbox } from './sender.ts';

/** Mail as the transport sends it. */
export interface Mail extends MailContent {
  /** Stable across retries, so that mail servers recognise duplicates. */
  id: string;
  from: Mailbox;
  replyTo: string | null;
  /** MAIL FROM (RFC 5321), the recipient of bounces. */
  envelopeFrom: string;
  to: string;
}

/** The server rejects this recipient permanently (RFC 5321, section 4.2.1): a retry cannot succeed. */
export class RecipientRejectedError extends Error {
  override name = 'RecipientRejectedError';
}

/**
 * `connecting`, `greeting` and `idle` limit the wait for a silent server, `whole` also for one that responds byte by byte. A
 * connection stays open for `unused` until the next mail: less than `idle`, whose expiry would count as a failure.
 */
const TIMEOUTS_MS = { unused: 5_000, connecting: 5_000, greeting: 5_000, idle: 10_000, closing: 1_000, whole: 20_000 };

/** Policy rejection (5.7.x, RFC 3463) of the relay or its configuration, which an operator can fix while the mail is retried. */
const POLICY_STATUS = /^5\d\d[ -]5\.7\./;

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Returns the error without the recipient's address, which must not be logged. */
const withoutAddress = ({ code, command, response = '', responseCode = 0 }: SmtpError): Error => {
  const message = `the mail server did not accept a mail: ${[code, responseCode || ''].filter(Boolean).join(' ')}`;
  return command === 'RCPT TO' && responseCode >= 500 && !POLICY_STATUS.test(response)
    ? new RecipientRejectedError(message)
    : new Error(message);
};

/**
 * Sends mails by SMTP. Addresses and names are passed separately, never as a header line; files and URLs are never read.
 * @param url smtp://host:port, or smtps://host:port for implicit TLS (RFC 8314)
 * @param options.requireTls whether smtp:// rejects servers without STARTTLS or with an untrusted certificate
 */
export const createSmtpTransport = (
  url: string,
  { requireTls = false, timeoutsMs: { unused, connecting, greeting, idle, closing, whole } = TIMEOUTS_MS } = {},
) => {
  const transport = nodemailer.createTransport({
    url,
    // Reuses a connection, with its TLS handshake, for consecutive mails.
    pool: true,
    idleTimeout: unused,
    // The server may just have closed the pooled connection.
    maxRequeues: 1,
    requireTLS: requireTls,
    // Includes name resolution.
    connectionTimeout: connecting,
    greetingTimeout: greeting,
    socketTimeout: idle,
    socketCloseTimeout: closing,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** @throws RecipientRejectedError, or another Error when a retry may succeed */
    send: async (
      { id, from, replyTo, envelopeFrom, to, subject, text, html }: Mail,
      signal: AbortSignal,
    ): Promise<void> => {
      const siteDomain = envelopeFrom.slice(envelopeFrom.lastIndexOf('@') + 1);
      // `AbortSignal.timeout` would abort, and create an error, also after the mail is sent.
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), whole);
      try {
        await transport.sendMail({
          messageId: `<${id}@${siteDomain}>`,
          from: { name: from.name, address: from.email },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          to: { name: '', address: to },
          envelope: { from: { name: '', address: envelopeFrom }, to: { name: '', address: to } },
          subject,
          text,
          html,
          // What nodemailer would choose for French, without counting the letters of each part.
          textEncoding: 'quoted-printable',
          signal: AbortSignal.any([signal, timeout.signal]),
        });
      } catch (error) {
        throw withoutAddress(error as SmtpError);
      } finally {
        clearTimeout(timer);
      }
    },
    close: (): void => transport.close(),
  };
};
export type SmtpTransport = ReturnType<typeof createSmtpTransport>;
