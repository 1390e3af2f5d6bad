import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** MAIL FROM and RCPT TO of the SMTP session; the headers may differ. */
export interface Envelope {
  envelopeFrom: string;
  to: string[];
}

/** Received mail. */
export interface Message extends Envelope {
  id: string;
  from: string;
  /** Empty without the header. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

/** Mail that is parsed on first read: under load, most are never read. */
export interface ReceivedMail extends Envelope {
  id: string;
  read: () => Promise<Message>;
}

const written = ({ name, address }: Address) => (name && address ? `${name} <${address}>` : (address ?? name));

const parse = async (raw: Buffer): Promise<Pick<Message, 'from' | 'replyTo' | 'subject' | 'text' | 'html'>> => {
  const mail = await PostalMime.parse(raw);
  return {
    from: mail.from ? written(mail.from) : '',
    replyTo: (mail.replyTo ?? []).map(written).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
};

/**
 * Creates a received mail.
 * @param raw the mail as received over SMTP
 */
export const receivedMail = (raw: Buffer, envelope: Envelope): ReceivedMail => {
  const id = randomUUID();
  const receivedAt = new Date().toISOString();
  let parsed: ReturnType<typeof parse> | undefined;
  return { id, ...envelope, read: async () => ({ id, ...(await (parsed ??= parse(raw))), ...envelope, receivedAt }) };
};
