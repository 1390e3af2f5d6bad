import { OFFER_STRUCTURED_DATA, OFFER_TEXTS } from 'contracts/offer';

describe('OFFER_TEXTS', () => {
  test('has the sentences of the specification to the letter', () => {
    expect(OFFER_TEXTS).toMatchObject({
      price: '2\u00a0€',
      only: 'Seulement 2€',
      register: "S'INSCRIRE ET S'ABONNER POUR 2,00€",
      pay: 'PAYER DEUX EUROS',
      later: 'puis 5,00\u00a0€ par mois, résiliable à tout moment',
      sentence: '2\u00a0€ le premier mois.',
    });
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
