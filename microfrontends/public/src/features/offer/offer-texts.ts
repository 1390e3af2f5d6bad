import { MONTHLY_PRICE_CENTS, WELCOME_OFFER_CENTS } from 'contracts/limits';
import { formatPrice, formatShortPrice } from 'web-kit/formats';

const price = formatShortPrice(WELCOME_OFFER_CENTS);
const monthly = `${formatPrice(MONTHLY_PRICE_CENTS)} par mois`;
const later = `puis ${monthly}, résiliable à tout moment`;

/** The offer (specification, section 9) in the words of the screens. */
export const OFFER = {
  price,
  first: 'le premier mois',
  monthly: `puis ${monthly}`,
  later,
  today: `${formatPrice(WELCOME_OFFER_CENTS)} aujourd’hui, ${later}`,
} as const;
