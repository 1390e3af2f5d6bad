import { formatPrice, MONTHLY_CENTS } from './offer.ts';

/** Names a subscriber's contract, in requests to end it and in the mails that confirm them. */
export const contractName = (siteTitle: string): string =>
  `Abonnement ${siteTitle}, ${formatPrice(MONTHLY_CENTS)} par mois TTC`;
