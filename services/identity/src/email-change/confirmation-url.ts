import { pagePath } from 'contracts/pages';

/** Returns the link of a mail that confirms a new address. */
export const confirmationUrlOf = (publicUrl: string, token: string): string =>
  `${publicUrl}${pagePath('confirmEmail')}?token=${encodeURIComponent(token)}`;
