import { z } from 'zod';

export interface Mailbox {
  name: string;
  email: string;
}
/** Sender settings of the recipient's model and of its affiliate, in this order; empty where not set. */
export interface SenderSettings {
  senderNames: readonly string[];
  senderEmails: readonly string[];
}
interface Sender {
  from: Mailbox;
  replyTo: string | null;
}

const MAX_NAME_LENGTH = 80;
/** Line breaks and other controls, direction overrides, and the signs by which a name could pass for an address. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"\\<>@]/gu;
const isEmail = (value: string) => z.email().safeParse(value).success;

/** A display name without anything that a header or a mail program could take for more than a name; empty where nothing remains. */
const displayName = (name: string): string =>
  Array.from(name.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()).slice(0, MAX_NAME_LENGTH).join('').trim();

/**
 * Sender of a mail: the site's address under the display name of the model, else of its affiliate, else of the site. Their address is
 * Reply-To; it is From only where its domain is one of `senderDomains` (lower case), which the operator has verified (SPF, DKIM).
 */
export const senderOf = (
  { senderNames, senderEmails }: SenderSettings,
  site: Mailbox,
  senderDomains: readonly string[],
): Sender => {
  const name = senderNames.map(displayName).find(Boolean) ?? site.name;
  const email = senderEmails.find(isEmail) ?? null;
  if (email === null) return { from: { name, email: site.email }, replyTo: null };
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (senderDomains.includes(domain)) return { from: { name, email }, replyTo: null };
  return { from: { name, email: site.email }, replyTo: email };
};
