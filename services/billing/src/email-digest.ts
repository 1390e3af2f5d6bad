import { createHash } from 'node:crypto';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** Returns the mailbox of an address: lower case, without "+tag", and without the dots that Gmail ignores. */
const mailboxOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
};

/** Returns the SHA-256 of an address's mailbox in hexadecimal; '' without an address. */
export const emailDigest = (email: string): string =>
  email.includes('@') ? createHash('sha256').update(mailboxOf(email)).digest('hex') : '';
