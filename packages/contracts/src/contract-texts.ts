import { formatPrice, MONTHLY_CENTS } from './offer.ts';

/** Returns the name of a subscriber's contract, used in cancellation requests and in the mails that confirm them. */
export const contractName = (siteTitle: string): string =>
  `Abonnement ${siteTitle}, ${formatPrice(MONTHLY_CENTS)} par mois TTC`;
