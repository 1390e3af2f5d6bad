import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';

/** Milliseconds. A send ends well before its request may be taken by another replica. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 } as const;

/**
 * Sends mails by SMTP. Addresses and names are handed on as parts, never as a header line; neither files nor URLs are ever read.
 * @param url smtp://host:port
 */
export const createMailer = (url: string) => {
  const transport = nodemailer.createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  return {
    /** @throws when the server does not take the mail */
    send: async ({ from, to, subject, text, html }: Mail): Promise<void> => {
      try {
        await transport.sendMail({ from: { name: from.name, address: from.email }, to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        // The transport's own error holds the person's address, which has no place in a log.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        throw new Error(`the mail server did not take a mail: ${[code, responseCode].filter(Boolean).join(' ')}`);
      }
    },
    close: (): void => transport.close(),
  };
};
export type Mailer = ReturnType<typeof createMailer>;
