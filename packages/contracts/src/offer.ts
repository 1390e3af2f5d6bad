import { formatNumber } from './numbers.ts';

/** The offer of the site: a change of price or currency is made here alone (docs/domain.md#subscription). */
export const FIRST_MONTH_CENTS = 200;
/** Price of each following month. */
export const MONTHLY_CENTS = 500;
/** ISO 4217 code of both prices. */
export const OFFER_CURRENCY = 'EUR';

/** Cents as "1 234,50 €", with no-break spaces; of another currency "1 234,50 USD". */
export const formatPrice = (cents: number, currency: string = OFFER_CURRENCY): string =>
  `${formatNumber(cents / 100, 2)}\u00a0${currency === OFFER_CURRENCY ? '€' : currency}`;
/** Formats a price as the specification does: without the space. */
const tight = (text: string): string => text.replace('\u00a0', '');

const price = formatPrice(FIRST_MONTH_CENTS);
const monthly = `puis ${formatPrice(MONTHLY_CENTS)} par mois TTC`;
const both = `${price} aujourd’hui, ${monthly}`;
const isCancellable = 'résiliable à tout moment';

/** The offer in the words of the screens. Both prices stand beside every button that leads to a payment, mostly as `both`. */
export const OFFER_TEXTS = {
  price,
  first: 'le premier mois',
  monthly,
  later: `${monthly}, ${isCancellable}`,
  both,
  today: `${both}, ${isCancellable}`,
  terms: 'Sans engagement',
  only: `Seulement ${tight(price).replace(',00', '')}`,
  register: `S'INSCRIRE ET S'ABONNER POUR ${tight(price)}`,
  /** The price in words. */
  pay: 'PAYER DEUX EUROS',
} as const;

const decimal = (cents: number): string => (cents / 100).toFixed(2);
const priceSpecification = (cents: number, duration: object) => ({
  '@type': 'UnitPriceSpecification',
  price: decimal(cents),
  priceCurrency: OFFER_CURRENCY,
  ...duration,
});
/** The offer as structured data (https://schema.org/Offer): one month at the first price, then one price each month. */
export const OFFER_STRUCTURED_DATA = {
  '@type': 'Offer',
  price: decimal(FIRST_MONTH_CENTS),
  priceCurrency: OFFER_CURRENCY,
  priceSpecification: [
    priceSpecification(FIRST_MONTH_CENTS, { billingDuration: 'P1M' }),
    priceSpecification(MONTHLY_CENTS, { billingStart: 1, billingIncrement: 1, unitCode: 'MON' }),
  ],
} as const;
