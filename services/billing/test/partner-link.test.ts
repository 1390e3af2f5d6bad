import { describe, expect, test } from '@jest/globals';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { chooseOffer, partnerLink } from '../src/checkouts/offer.ts';
import type { ResolvedSlug } from '../src/projections/partner-settings.projection.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.AQAB_-.QqPH4g-kQ';
const settings = (name: string, { sourceId = name.toUpperCase(), baseUrl = `https://pay.test/${name}` } = {}) => ({
  slug: name,
  baseUrl,
  sourceId,
  telegramLink: '',
  isActive: true,
  announced: { baseUrls: [baseUrl], sourceIds: [sourceId] },
});
const inactive = <One extends object>(one: One) => ({ ...one, isActive: false });
const NONE: ResolvedSlug = { model: null, owner: null, affiliate: null };
const [model, owner, affiliate] = [settings('model'), settings('owner'), settings('affiliate')];
/** Settings of a new model: no address, source id BA. */
const plain = settings('model', { baseUrl: '', sourceId: 'BA' });
/** A source id without an address. */
const named = settings('model', { baseUrl: '', sourceId: 'OWN ID&1' });
const offers = {
  hosts: createPaymentHosts(['pay.test'], false),
  defaultOfferUrl: 'https://pay.test/offer?campaign=d%C3%A9but',
};

const LEA = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'lea@exemple.fr',
  firstName: 'Léa',
  lastName: 'Martin',
  clickId: 'click-1',
  affiliateId: null,
  pixelId: '1234',
  modelSlug: 'nina',
  modelId: null,
};
const OF_LEA = `sub1=click-1&sub2=aff-one&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub5=1234&sub6=lea%40exemple.fr&sub8=L%C3%A9a&sub9=Martin`;

describe('the whole address of the partner', () => {
  test.each<[which: string, resolved: Partial<ResolvedSlug>, start: string]>([
    ['the model before all', { model, owner, affiliate }, 'model?source_id=MODEL'],
    ['the model alone', { model }, 'model?source_id=MODEL'],
    ['the owner before the affiliate', { model: plain, owner, affiliate }, 'owner?source_id=OWNER'],
    ['the owner of an unset model', { model: plain, owner }, 'owner?source_id=OWNER'],
    [
      'the affiliate after both',
      { model: plain, owner: settings('owner', { baseUrl: '' }), affiliate },
      'affiliate?source_id=OWNER',
    ],
    ['the affiliate of a model without an owner', { model: plain, affiliate }, 'affiliate?source_id=AFFILIATE'],
    ['the affiliate without a model', { affiliate }, 'affiliate?source_id=AFFILIATE'],
    ['the default for nothing', {}, 'offer?campaign=d%C3%A9but&source_id=BA'],
    ['the default of an unset model', { model: plain }, 'offer?campaign=d%C3%A9but&source_id=BA'],
    ['the model’s source id at the owner’s address', { model: named, owner }, 'owner?source_id=OWN+ID%261'],
    ['the model’s source id at the affiliate’s address', { model: named, affiliate }, 'affiliate?source_id=OWN+ID%261'],
    ['the model’s source id at the default', { model: named }, 'offer?campaign=d%C3%A9but&source_id=OWN+ID%261'],
    [
      'the owner’s source id at the default',
      { model: plain, owner: settings('owner', { baseUrl: '' }) },
      'offer?campaign=d%C3%A9but&source_id=OWNER',
    ],
    [
      'BA at the model’s own address',
      { model: settings('model', { sourceId: 'BA' }), owner, affiliate },
      'model?source_id=BA',
    ],
    [
      'BA at an address without a source id',
      { affiliate: settings('affiliate', { sourceId: '' }) },
      'affiliate?source_id=BA',
    ],
    [
      'the affiliate where the owner is inactive',
      { model: plain, owner: inactive(owner), affiliate },
      'affiliate?source_id=AFFILIATE',
    ],
    [
      'the owner where the affiliate is inactive',
      { model: plain, owner, affiliate: inactive(affiliate) },
      'owner?source_id=OWNER',
    ],
    ['the model whose owner is inactive', { model, owner: inactive(owner) }, 'model?source_id=MODEL'],
    [
      'the default where both affiliates are inactive',
      { model: plain, owner: inactive(owner), affiliate: inactive(affiliate) },
      'offer?campaign=d%C3%A9but&source_id=BA',
    ],
    [
      'the default for an address of another host',
      { model: settings('model', { baseUrl: 'https://evil.test/x' }), owner },
      'offer?campaign=d%C3%A9but&source_id=BA',
    ],
    [
      'the default for an address without https',
      { model: settings('model', { baseUrl: 'http://pay.test/x' }), owner },
      'offer?campaign=d%C3%A9but&source_id=BA',
    ],
    [
      'a host with accents in its path',
      { model: settings('model', { baseUrl: 'https://pay.test/été?q=déjà vu' }) },
      '%C3%A9t%C3%A9?q=d%C3%A9j%C3%A0+vu&source_id=MODEL',
    ],
  ])('names %s', (_which, resolved, start) => {
    const offer = chooseOffer({ ...NONE, ...resolved }, offers);
    expect(partnerLink(offer, LEA, { token: TOKEN, affiliate: 'aff-one' })).toBe(`https://pay.test/${start}&${OF_LEA}`);
  });

  test.each<[which: string, person: Partial<typeof LEA>, affiliate: string, parameters: string]>([
    [
      'accents, ampersands and spaces in names',
      { firstName: 'Zoé-Anaïs', lastName: 'Le Goff & Fils = 100 %' },
      'aff-one',
      `sub1=click-1&sub2=aff-one&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub5=1234&sub6=lea%40exemple.fr&sub8=Zo%C3%A9-Ana%C3%AFs&sub9=Le+Goff+%26+Fils+%3D+100+%25`,
    ],
    [
      'a plus sign in the address and the click',
      { email: 'lea+pro@exemple.fr', clickId: 'a+b c' },
      'aff-one',
      `sub1=a%2Bb+c&sub2=aff-one&sub3=lea%2Bpro%40exemple.fr&sub4=${TOKEN}&sub5=1234&sub6=lea%2Bpro%40exemple.fr&sub8=L%C3%A9a&sub9=Martin`,
    ],
    [
      'emoji, other scripts and line ends',
      { firstName: '🎭 Léa', lastName: '李\nМартин', pixelId: '100%' },
      'aff-one',
      `sub1=click-1&sub2=aff-one&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub5=100%25&sub6=lea%40exemple.fr&sub8=%F0%9F%8E%AD+L%C3%A9a&sub9=%E6%9D%8E%0A%D0%9C%D0%B0%D1%80%D1%82%D0%B8%D0%BD`,
    ],
    [
      'what looks like a parameter or a fragment',
      { clickId: 'x&sub4=forged#top?source_id=F' },
      'aff-one',
      `sub1=x%26sub4%3Dforged%23top%3Fsource_id%3DF&sub2=aff-one&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub5=1234&sub6=lea%40exemple.fr&sub8=L%C3%A9a&sub9=Martin`,
    ],
    [
      'no credited affiliate',
      {},
      '',
      `sub1=click-1&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub5=1234&sub6=lea%40exemple.fr&sub8=L%C3%A9a&sub9=Martin`,
    ],
    [
      'nothing but the address',
      { clickId: '', pixelId: '', firstName: '', lastName: '' },
      '',
      `sub3=lea%40exemple.fr&sub4=${TOKEN}&sub6=lea%40exemple.fr`,
    ],
  ])('writes %s', (_which, person, affiliate, parameters) => {
    const link = partnerLink(chooseOffer(NONE, offers), { ...LEA, ...person }, { token: TOKEN, affiliate });
    expect(link).toBe(`https://pay.test/offer?campaign=d%C3%A9but&source_id=BA&${parameters}`);
    expect(new URL(link).searchParams.get('sub4')).toBe(TOKEN);
  });

  test('leaves out the partner’s parameters that were typed into the offer, empty ones too', () => {
    const typed = settings('model', { baseUrl: 'https://pay.test/m?sub1=typed&sub4=typed&source_id=T&keep=1#top' });
    const offer = chooseOffer({ ...NONE, model: typed }, offers);
    const anonymous = { ...LEA, clickId: '', pixelId: '', firstName: '', lastName: '' };
    expect(partnerLink(offer, anonymous, { token: TOKEN, affiliate: '' })).toBe(
      `https://pay.test/m?keep=1&source_id=MODEL&sub3=lea%40exemple.fr&sub4=${TOKEN}&sub6=lea%40exemple.fr#top`,
    );
  });
});
