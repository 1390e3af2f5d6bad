/** The offer of the site: a change of price or currency is made here alone (docs/domain.md#subscription). */
export const FIRST_MONTH_CENTS = 200;
/** Of each following month. */
export const MONTHLY_CENTS = 500;
/** ISO 4217 code of both prices. */
export const OFFER_CURRENCY = 'EUR';

const decimal = (cents: number, separator: '.' | ','): string => (cents / 100).toFixed(2).replace('.', separator);
/** 500 gives "5,00 €", with a no-break space; of another currency "5,00 USD". */
export const price = (cents: number, currency: string = OFFER_CURRENCY): string =>
  `${decimal(cents, ',')}\u00a0${currency === OFFER_CURRENCY ? '€' : currency}`;
/** 200 gives "2 €", 250 gives "2,50 €". */
const shortPrice = (cents: number): string => (cents % 100 === 0 ? `${cents / 100}\u00a0€` : price(cents));
/** Without the space, as the specification writes it. */
const tight = (text: string): string => text.replace('\u00a0', '');

const monthly = `puis ${price(MONTHLY_CENTS)} par mois`;
const later = `${monthly}, résiliable à tout moment`;
const now = `${price(FIRST_MONTH_CENTS)} aujourd’hui`;

/** The offer in the words of the screens. */
export const OFFER_TEXTS = {
  price: shortPrice(FIRST_MONTH_CENTS),
  /** The same with decimals. */
  amount: price(FIRST_MONTH_CENTS),
  first: 'le premier mois',
  monthly,
  later,
  today: `${now}, ${later}`,
  /** What is paid and when, without its terms. */
  both: `${now}, ${monthly}`,
  terms: 'TTC, sans engagement',
  only: `Seulement ${tight(shortPrice(FIRST_MONTH_CENTS))}`,
  register: `S'INSCRIRE ET S'ABONNER POUR ${tight(price(FIRST_MONTH_CENTS))}`,
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
