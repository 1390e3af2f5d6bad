import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** A mail as it was received. */
export interface Message {
  id: string;
  from: string;
  /** Empty without the header. */
  replyTo: string;
  /** MAIL FROM and RCPT TO as the sending server named them; the headers may differ. */
  envelopeFrom: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const written = ({ name, address }: Address) => (name && address ? `${name} <${address}>` : (address ?? name));

/**
 * @param raw the mail as it came over SMTP
 */
export const readMessage = async (raw: Buffer, envelope: Pick<Message, 'envelopeFrom' | 'to'>): Promise<Message> => {
  const mail = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    from: mail.from ? written(mail.from) : '',
    replyTo: (mail.replyTo ?? []).map(written).join(', '),
    ...envelope,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    receivedAt: new Date().toISOString(),
  };
};
