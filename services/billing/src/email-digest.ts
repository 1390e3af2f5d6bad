import { createHash } from 'node:crypto';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: without case and "+tag", and without the dots that Gmail ignores. */
const mailboxOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
};

/** SHA-256 of an address's mailbox, in hexadecimal; '' where there is no address. */
export const emailDigest = (email: string): string =>
  email.includes('@') ? createHash('sha256').update(mailboxOf(email)).digest('hex') : '';
