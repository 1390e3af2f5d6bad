/** The offer of the site: a change of price or currency is made here alone (docs/domain.md#subscription). */
export const FIRST_MONTH_CENTS = 200;
/** Of each following month. */
export const MONTHLY_CENTS = 500;
/** ISO 4217 code of both prices. */
export const OFFER_CURRENCY = 'EUR';

const decimal = (cents: number, separator: '.' | ','): string => (cents / 100).toFixed(2).replace('.', separator);
/** 500 gives "5,00€". */
const price = (cents: number): string => `${decimal(cents, ',')}€`;
/** 200 gives "2€", 250 gives "2,50€". */
const shortPrice = (cents: number): string => (cents % 100 === 0 ? `${cents / 100}€` : price(cents));

const monthly = `puis ${price(MONTHLY_CENTS)} par mois`;
const later = `${monthly}, résiliable à tout moment`;

/** The offer in the words of the screens. */
export const OFFER_TEXTS = {
  price: shortPrice(FIRST_MONTH_CENTS),
  /** The same with decimals. */
  amount: price(FIRST_MONTH_CENTS),
  first: 'le premier mois',
  monthly,
  later,
  today: `${price(FIRST_MONTH_CENTS)} aujourd’hui, ${later}`,
  only: `Seulement ${shortPrice(FIRST_MONTH_CENTS)}`,
  register: `S'INSCRIRE ET S'ABONNER POUR ${price(FIRST_MONTH_CENTS)}`,
  /** The price in words. */
  pay: 'PAYER DEUX EUROS',
  /** A sentence of its own. */
  sentence: `${shortPrice(FIRST_MONTH_CENTS)} le premier mois.`,
  /** The page of the sandbox partner. */
  lead: `Premier mois, ${monthly}.`,
} as const;

const priceSpecification = (cents: number, duration: object) => ({
  '@type': 'UnitPriceSpecification',
  price: decimal(cents, '.'),
  priceCurrency: OFFER_CURRENCY,
  ...duration,
});
/** The offer as structured data (https://schema.org/Offer): one month at the first price, then one price each month. */
export const OFFER_STRUCTURED_DATA = {
  '@type': 'Offer',
  price: decimal(FIRST_MONTH_CENTS, '.'),
  priceCurrency: OFFER_CURRENCY,
  priceSpecification: [
    priceSpecification(FIRST_MONTH_CENTS, { billingDuration: 'P1M' }),
    priceSpecification(MONTHLY_CENTS, { billingStart: 1, billingIncrement: 1, unitCode: 'MON' }),
  ],
} as const;
