import nodemailer from 'nodemailer';
import type { MailContent } from './mail-content.ts';
import type { Mailbox } from './sender.ts';

/** One mail as the transport sends it. */
export interface Mail extends MailContent {
  /** Stable over retries: mail servers recognise a duplicate by it. */
  id: string;
  from: Mailbox;
  replyTo: string | null;
  /** MAIL FROM (RFC 5321): bounces go there. */
  envelopeFrom: string;
  to: string;
}

/** The server refuses this recipient for good (RFC 5321, section 4.2.1): a retry would only be refused again. */
export class RecipientRejectedError extends Error {
  override name = 'RecipientRejectedError';
}

/**
 * `connecting`, `greeting` and `idle` limit the wait for a silent server, `whole` also for one that responds byte by byte. A
 * connection waits `unused` for the next mail: less than `idle`, whose end would count as a failure.
 */
const TIMEOUTS_MS = { unused: 5_000, connecting: 5_000, greeting: 5_000, idle: 10_000, closing: 1_000, whole: 20_000 };

/** Policy (5.7.x, RFC 3463): the relay or its configuration is at fault, which an operator can fix within the retries. */
const POLICY_STATUS = /^5\d\d[ -]5\.7\./;

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** The transport's own error holds the recipient's address, which has no place in a log. */
const withoutAddress = ({ code, command, response = '', responseCode = 0 }: SmtpError): Error => {
  const message = `the mail server did not accept a mail: ${[code, responseCode || ''].filter(Boolean).join(' ')}`;
  return command === 'RCPT TO' && responseCode >= 500 && !POLICY_STATUS.test(response)
    ? new RecipientRejectedError(message)
    : new Error(message);
};

/**
 * Sends mails by SMTP. Addresses and names are passed as parts, never as a header line; neither files nor URLs are ever read.
 * @param url smtp://host:port, or smtps://host:port for TLS from the first byte (RFC 8314)
 * @param options.requireTls whether smtp:// sends nothing to a server without STARTTLS, or one whose certificate is not trusted
 */
export const createSmtpTransport = (
  url: string,
  { requireTls = false, timeoutsMs: { unused, connecting, greeting, idle, closing, whole } = TIMEOUTS_MS } = {},
) => {
  const transport = nodemailer.createTransport({
    url,
    // A connection, with its TLS handshake, serves the mails that follow each other.
    pool: true,
    idleTimeout: unused,
    // The server may just have closed it.
    maxRequeues: 1,
    requireTLS: requireTls,
    // Covers the name's resolution.
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
          signal: AbortSignal.any([signal, AbortSignal.timeout(whole)]),
        });
      } catch (error) {
        throw withoutAddress(error as SmtpError);
      }
    },
    close: (): void => transport.close(),
  };
};
export type SmtpTransport = ReturnType<typeof createSmtpTransport>;
