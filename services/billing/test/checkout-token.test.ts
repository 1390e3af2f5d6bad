import { describe, expect, test } from '@jest/globals';
import { createCheckoutTokens } from '../src/checkouts/checkout-token.ts';
import { chooseOffer, partnerLink } from '../src/checkouts/offer.ts';

const KEYS = { sandbox: ['first-key-of-the-sandbox-partner'] };
const NEXT = 'next-key-of-the-sandbox-partner';
const REFERENCE = 'AAECAwQFBgcICQoLDA0ODxAR';
const CLAIM = {
  subscriberId: '11111111-2222-4333-8444-555555555555',
  modelId: '66666666-7777-4888-8999-aaaaaaaaaaaa',
  affiliateId: 'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff',
};
const GOLDEN =
  'eyJhbGciOiJIUzI1NiIsImtpZCI6IkhRZGxFbSJ9.AQABAgMEBQYHCAkKCwwNDg8QEREREREiIkMzhERVVVVVVVVmZmZmd3dIiImZqqqqqqqqu7u7u8zMTd2O7v_______w.QqPH4ggCmIVGPbjgzinrm3VoseqpZsLygMZCNv-xmkQ';
const tokens = createCheckoutTokens(KEYS);

describe('a signed checkout', () => {
  test('is the same compact text for the same checkout and key', async () => {
    expect(await tokens.sign(REFERENCE, CLAIM)).toBe(GOLDEN);
    expect(GOLDEN).toMatch(/^[\w.-]{175}$/);
  });

  test.each([
    ['all of it', CLAIM],
    ['neither model nor affiliate', { ...CLAIM, modelId: null, affiliateId: null }],
  ])('is read with %s', async (_what, claim) => {
    expect(await tokens.read(await tokens.sign(REFERENCE, claim))).toEqual({ reference: REFERENCE, claim });
  });

  test('is read with either key during a rotation, and leads to its row alone after it', async () => {
    const adding = createCheckoutTokens({ sandbox: [...KEYS.sandbox, NEXT] });
    const using = createCheckoutTokens({ sandbox: [NEXT, ...KEYS.sandbox] });
    expect(await using.read(await adding.sign(REFERENCE, CLAIM))).toEqual({ reference: REFERENCE, claim: CLAIM });
    expect(await adding.read(await using.sign(REFERENCE, CLAIM))).toEqual({ reference: REFERENCE, claim: CLAIM });
    const dropped = createCheckoutTokens({ sandbox: [NEXT] });
    expect(await dropped.read(GOLDEN)).toEqual({ reference: REFERENCE, claim: null });
  });

  test('states nothing once a single character of it was altered', async () => {
    const [header = ''] = GOLDEN.split('.');
    for (let index = header.length + 1; index < GOLDEN.length; index += 1) {
      const altered = `${GOLDEN.slice(0, index)}${GOLDEN[index] === 'A' ? 'B' : 'A'}${GOLDEN.slice(index + 1)}`;
      const { claim, reference } = await tokens.read(altered);
      // The last character of a part carries bits that base64url ignores.
      const isSameBytes = altered
        .split('.')
        .every((part, position) =>
          Buffer.from(part, 'base64url').equals(Buffer.from(GOLDEN.split('.')[position] ?? '', 'base64url')),
        );
      if (!isSameBytes) expect({ claim, reference }).toEqual({ claim: null, reference: altered });
    }
  });

  test.each([
    '',
    REFERENCE,
    'a.b.c',
    '..',
    `eyJhbGciOiJub25lIn0.${GOLDEN.split('.')[1]}.`,
    `${GOLDEN}.x`,
    `.${GOLDEN.split('.')[1]}.`,
  ])('leaves %j without a claim', async (sub4) => {
    expect((await tokens.read(sub4)).claim).toBeNull();
  });
});

describe('the whole address of the partner', () => {
  const settings = (name: string) => ({
    slug: name,
    baseUrl: `https://pay.test/${name}`,
    sourceId: name.toUpperCase(),
    telegramLink: '',
    isActive: true,
  });
  const [model, owner, affiliate] = [settings('model'), settings('owner'), settings('affiliate')];
  const plain = { ...model, baseUrl: '', sourceId: 'BA' };
  const offers = { hosts: { allows: () => true }, defaultOfferUrl: 'https://pay.test/offer?campaign=d%C3%A9but' };
  const person = {
    id: CLAIM.subscriberId,
    email: 'zoe+pro@exemple.fr',
    firstName: 'Zoé',
    lastName: 'Le Goff & Fils',
    clickId: 'a+b c',
    affiliateId: null,
    pixelId: '100%',
    modelSlug: 'nina',
    modelId: null,
  };
  const anonymous = { ...person, clickId: '', pixelId: '', firstName: '', lastName: '' };
  const all = `sub3=zoe%2Bpro%40exemple.fr&sub4=${GOLDEN}`;
  const rest = 'sub5=100%25&sub6=zoe%2Bpro%40exemple.fr&sub8=Zo%C3%A9&sub9=Le+Goff+%26+Fils';

  test.each([
    ['the model before all', { model, owner, affiliate }, 'model?source_id=MODEL'],
    ['the owner where the model has none', { model: plain, owner, affiliate }, 'owner?source_id=OWNER'],
    ['the affiliate after both', { model: plain, owner: null, affiliate }, 'affiliate?source_id=AFFILIATE'],
    [
      'the default for an anonymous visitor',
      { model: null, owner: null, affiliate: null },
      'offer?campaign=d%C3%A9but&source_id=BA',
    ],
    [
      'the default where all are inactive',
      { model: plain, owner: { ...owner, isActive: false }, affiliate: { ...affiliate, isActive: false } },
      'offer?campaign=d%C3%A9but&source_id=BA',
    ],
  ])('names %s', (_order, resolved, start) => {
    const link = partnerLink(chooseOffer(resolved, offers), person, { token: GOLDEN, affiliate: 'aff-one' });
    expect(link).toBe(`https://pay.test/${start}&sub1=a%2Bb+c&sub2=aff-one&${all}&${rest}`);
  });

  test('leaves out what is empty, and what was typed into the offer', () => {
    const typed = { ...model, baseUrl: 'https://pay.test/m?sub1=typed&sub4=typed&keep=1' };
    const offer = chooseOffer({ model: typed, owner: null, affiliate: null }, offers);
    expect(partnerLink(offer, anonymous, { token: GOLDEN, affiliate: '' })).toBe(
      `https://pay.test/m?keep=1&source_id=MODEL&${all}&sub6=zoe%2Bpro%40exemple.fr`,
    );
  });
});
