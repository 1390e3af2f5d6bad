import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** A mail as it was received. */
export interface Message {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const written = ({ name, address }: Address) => (name && address ? `${name} <${address}>` : (address ?? name));

/**
 * @param raw the mail as it came over SMTP
 * @param recipients whom the sending server named; the headers may say otherwise
 */
export const readMessage = async (raw: Buffer, recipients: readonly string[]): Promise<Message> => {
  const mail = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    from: mail.from ? written(mail.from) : '',
    to: [...recipients],
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    receivedAt: new Date().toISOString(),
  };
};
