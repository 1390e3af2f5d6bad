import type { User } from 'contracts/subscribers';

/** Returns the data that others know of a subscriber, on which a password must not be based. */
export const personalFacts = (
  { email, firstName, lastName, username }: User,
  siteTitle: string,
): { personal: string[] } => ({ personal: [email, firstName, lastName, username, siteTitle] });
