import { formatPrice, OFFER_STRUCTURED_DATA, OFFER_TEXTS } from 'contracts/offer';

describe('OFFER_TEXTS', () => {
  test('has the sentences of the specification to the letter', () => {
    expect(OFFER_TEXTS).toMatchObject({
      only: 'Seulement 2€',
      register: "S'INSCRIRE ET S'ABONNER POUR 2,00€",
      pay: 'PAYER DEUX EUROS',
    });
  });

  test('writes both prices in one style, with taxes', () => {
    expect(OFFER_TEXTS).toMatchObject({
      price: '2,00\u00a0€',
      monthly: 'puis 5,00\u00a0€ par mois TTC',
      both: '2,00\u00a0€ aujourd’hui, puis 5,00\u00a0€ par mois TTC',
    });
  });
});

describe('formatPrice', () => {
  test('writes cents with two decimals and no-break spaces, and names other currencies', () => {
    expect([0, 200, -50, 123_456_789].map((cents) => formatPrice(cents))).toEqual([
      '0,00\u00a0€',
      '2,00\u00a0€',
      '-0,50\u00a0€',
      '1\u00a0234\u00a0567,89\u00a0€',
    ]);
    expect(formatPrice(1_234, 'USD')).toBe('12,34\u00a0USD');
  });
});

describe('OFFER_STRUCTURED_DATA', () => {
  test('states both prices in euros with a decimal point', () => {
    expect(OFFER_STRUCTURED_DATA).toMatchObject({
      price: '2.00',
      priceCurrency: 'EUR',
      priceSpecification: [{ price: '2.00' }, { price: '5.00', unitCode: 'MON' }],
    });
  });
});
