import { z } from 'zod';

export interface Mailbox {
  name: string;
  email: string;
}
/** Sender settings of the recipient's model and of its affiliate, in order of precedence; unset ones are empty. */
export interface SenderSettings {
  senderNames: readonly string[];
  senderEmails: readonly string[];
}
interface Sender {
  from: Mailbox;
  replyTo: string | null;
}

const MAX_NAME_LENGTH = 80;
/** Line breaks and other controls, direction overrides, and characters with which a name could pass for an address. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"\\<>@]/gu;
const isEmail = (value: string) => z.email().safeParse(value).success;

/** Returns a display name without characters that headers or mail programs could misinterpret; empty when nothing remains. */
const displayName = (name: string): string =>
  Array.from(name.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()).slice(0, MAX_NAME_LENGTH).join('').trim();

/**
 * Returns the sender of a mail: the site's address with the display name of the model, else of its affiliate, else of the site. The
 * model's or affiliate's address is Reply-To; it is From only if its domain is in `senderDomains` (lower case), which the operator
 * has verified (SPF, DKIM).
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
