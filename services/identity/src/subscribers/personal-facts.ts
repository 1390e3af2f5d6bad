import type { User } from 'contracts/subscribers';

/** Returns what others know of a subscriber: a password must not be made of it. */
export const personalFacts = (
  { email, firstName, lastName, username }: User,
  siteTitle: string,
): { personal: string[] } => ({ personal: [email, firstName, lastName, username, siteTitle] });
