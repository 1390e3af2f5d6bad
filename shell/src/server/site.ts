import { OFFER_TEXTS } from 'contracts/offer';
import type { OperatorFacts } from 'contracts/operator';

/** Title and address of the site. */
export interface Site {
  title: string;
  /** Origin of the site, without a trailing slash. */
  url: string;
  /** Facts of the legal pages. */
  operator: OperatorFacts;
}

export const SITE_DESCRIPTION = `Répétitions, loges, lives du soir\u00a0: celles et ceux qui font le spectacle vous ouvrent leurs coulisses. ${OFFER_TEXTS.both}.`;
