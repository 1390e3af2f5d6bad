import { formatNumber } from './numbers.ts';

/** Offer of the site: the only place that defines prices and currency (docs/domain.md#subscription). */
export const FIRST_MONTH_CENTS = 200;
/** Price of each following month. */
export const MONTHLY_CENTS = 500;
/** ISO 4217 code of both prices. */
export const OFFER_CURRENCY = 'EUR';

/** Formats cents as "1 234,50 €", with no-break spaces; other currencies as "1 234,50 USD". */
export const formatPrice = (cents: number, currency: string = OFFER_CURRENCY): string =>
  `${formatNumber(cents / 100, 2)}\u00a0${currency === OFFER_CURRENCY ? '€' : currency}`;
/** Removes the space before the currency, as in the specification. */
const tight = (text: string): string => text.replace('\u00a0', '');

const price = formatPrice(FIRST_MONTH_CENTS);
const monthly = `puis ${formatPrice(MONTHLY_CENTS)} par mois TTC`;
const both = `${price} aujourd’hui, ${monthly}`;
const anytimeTerms = 'résiliable à tout moment';

/** Texts of the offer on the screens. Every button that leads to a payment shows both prices, usually as `both`. */
export const OFFER_TEXTS = {
  price,
  first: 'le premier mois',
  monthly,
  later: `${monthly}, ${anytimeTerms}`,
  both,
  today: `${both}, ${anytimeTerms}`,
  terms: 'Sans engagement',
  only: `Seulement ${tight(price).replace(',00', '')}`,
  register: `S'INSCRIRE ET S'ABONNER POUR ${tight(price)}`,
  /** Price spelled out. */
  pay: 'PAYER DEUX EUROS',
} as const;

/** Formats cents as "2.00", the form of postbacks and structured data. */
export const decimalPrice = (cents: number): string => (cents / 100).toFixed(2);
const priceSpecification = (cents: number, duration: object) => ({
  '@type': 'UnitPriceSpecification',
  price: decimalPrice(cents),
  priceCurrency: OFFER_CURRENCY,
  ...duration,
});
/** Offer as structured data (https://schema.org/Offer): one month at the first price, then one price each month. */
export const OFFER_STRUCTURED_DATA = {
  '@type': 'Offer',
  price: decimalPrice(FIRST_MONTH_CENTS),
  priceCurrency: OFFER_CURRENCY,
  priceSpecification: [
    priceSpecification(FIRST_MONTH_CENTS, { billingDuration: 'P1M' }),
    priceSpecification(MONTHLY_CENTS, { billingStart: 1, billingIncrement: 1, unitCode: 'MON' }),
  ],
} as const;
