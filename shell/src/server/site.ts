import { OFFER_TEXTS } from 'contracts/offer';

/** Title and address of the site. */
export interface Site {
  title: string;
  /** Without a slash at its end. */
  url: string;
}

export const SITE_DESCRIPTION = `Répétitions, loges, lives du soir : celles et ceux qui font le spectacle vous ouvrent leurs coulisses. ${OFFER_TEXTS.sentence}`;
