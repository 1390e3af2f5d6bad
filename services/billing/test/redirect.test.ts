import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { EventData } from 'contracts/events';
import { subscriberFacts } from 'testing/events';
import { eventually } from 'testing/eventually';
import { checkoutOf, DEFAULT_OFFER, newTransaction, PUBLIC_URL, useBilling } from './harness.ts';

const billing = useBilling();

const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const addAffiliate = (over: Partial<EventData<'affiliate.created'>> = {}) => billing.affiliate(over);
const addModel = (over: Partial<EventData<'model.created'>> = {}) => billing.model(over);
const parametersOf = (location: string | undefined) => Object.fromEntries(new URL(location ?? '').searchParams);

describe('the payment link', () => {
  test('leads a visitor to the login and back', async () => {
    const response = await billing.request.get('/redirect/payment').query({ affiliate: 'nina' }).expect(303);
    expect(response.headers.location).toBe(`${PUBLIC_URL}/?connexion=paiement&affiliate=nina`);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each(['https://evil.test', '../admin', 'Nina', 'a"b', '', 'x'.repeat(100)])(
    'replaces the slug %j by the default',
    async (affiliate) => {
      const response = await billing.request.get('/redirect/payment').query({ affiliate }).expect(303);
      expect(response.headers.location).toBe(`${PUBLIC_URL}/?connexion=paiement&affiliate=default`);
    },
  );

  test('replaces a slug that is given twice by the default', async () => {
    const response = await billing.request.get('/redirect/payment?affiliate=a&affiliate=b').expect(303);
    expect(response.headers.location).toBe(`${PUBLIC_URL}/?connexion=paiement&affiliate=default`);
  });

  test('treats a cookie that is no view cookie of a subscriber as a visitor’s', async () => {
    const id = randomUUID();
    for (const cookie of [
      'nonsense',
      await billing.token(id, 'subscriber', 'access'),
      await billing.token(id, 'administrator', 'view'),
    ]) {
      const response = await billing.request
        .get('/redirect/payment')
        .set('cookie', `subscriber_view=${cookie}`)
        .expect(303);
      expect(response.headers.location).toContain('connexion=paiement');
    }
  });

  test('rejects an access token as bearer', async () => {
    const { id } = await billing.subscriber();
    const response = await billing.request
      .get('/redirect/payment')
      .set('authorization', `Bearer ${await billing.token(id)}`)
      .expect(303);
    expect(response.headers.location).toContain('connexion=paiement');
  });

  test('passes every parameter to the default offer with source id BA when a subscriber opens it without a model', async () => {
    const affiliate = await addAffiliate();
    const { pay, email } = await billing.subscriber({
      attribution: { affiliateId: affiliate.id, reason: 'sub2' },
      lastName: 'Le Goff & Fils',
    });
    const response = await pay().expect(303);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers.location?.split('&source_id')[0]).toBe(DEFAULT_OFFER);
    expect(parametersOf(response.headers.location)).toEqual({
      campaign: 'welcome',
      source_id: 'BA',
      sub1: 'CLICK1',
      sub2: affiliate.slug,
      sub3: email,
      sub4: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      sub5: 'PIX1',
      sub6: email,
      sub8: 'Anaïs',
      sub9: 'Le Goff & Fils',
    });
  });

  test('stores at most 100 checkouts of a subscriber a day, and records the payment of one that it has not stored', async () => {
    const { id, pay } = await billing.subscriber();
    await billing.query(
      `insert into checkouts (reference, subscriber_id, model_slug, source_id, is_bot, opened_at)
       select $1::uuid || '-' || number, $1::uuid, 'nina', 'BA', false, now() - (case when number > 99 then interval '25 hours' else interval '1 hour' end)
       from generate_series(1, 120) as number`,
      [id],
    );
    const stored = async () => (await billing.query('select from checkouts where subscriber_id = $1', [id])).rowCount;
    await pay().expect(303);
    expect(await stored()).toBe(121);
    const sub4 = checkoutOf((await pay().expect(303)).headers.location);
    expect(await stored()).toBe(121);
    await billing.postback({ sub4, transaction_id: newTransaction() }).expect(200);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('leaves empty values out', async () => {
    const { pay } = await billing.subscriber({
      tracking: { clickId: '', affiliate: '', pixelId: '' },
      modelSlug: 'inconnue',
    });
    expect(Object.keys(parametersOf((await pay()).headers.location)).sort()).toEqual([
      'campaign',
      'source_id',
      'sub3',
      'sub4',
      'sub6',
      'sub8',
      'sub9',
    ]);
  });

  test('uses the model’s own address and source id', async () => {
    const model = await addModel({
      adexicoBaseUrl: 'http://other-partner.test/m?source_id=FORGED&sub7=x&keep=1',
      adexicoSourceId: 'MODEL-1',
    });
    const { pay } = await billing.subscriber();
    const { location } = (await pay(model.slug)).headers;
    expect(new URL(location ?? '').host).toBe('other-partner.test');
    expect(parametersOf(location)).toMatchObject({ keep: '1', source_id: 'MODEL-1' });
  });

  test('uses the address of the affiliate where the model has none, with the model’s own source id if it has one', async () => {
    const affiliate = await addAffiliate({ adexicoBaseUrl: 'http://other-partner.test/a', adexicoSourceId: 'AFF-1' });
    const plain = await addModel({ affiliateId: affiliate.id });
    const special = await addModel({ affiliateId: affiliate.id, adexicoSourceId: 'SPECIAL' });
    const { pay } = await billing.subscriber();
    const first = (await pay(plain.slug)).headers.location;
    expect(new URL(first ?? '').host).toBe('other-partner.test');
    expect(parametersOf(first)).toMatchObject({ source_id: 'AFF-1' });
    expect(parametersOf((await pay(special.slug)).headers.location)).toMatchObject({ source_id: 'SPECIAL' });
  });

  test('uses address and source id of the affiliate whose slug it is', async () => {
    const affiliate = await addAffiliate({ adexicoBaseUrl: 'http://other-partner.test/a', adexicoSourceId: 'AFF-2' });
    const { pay } = await billing.subscriber({ modelSlug: 'inconnue' });
    const { location } = (await pay(affiliate.slug)).headers;
    expect(location).toMatch(/^http:\/\/other-partner\.test\/a\?/);
    expect(parametersOf(location)).toMatchObject({ source_id: 'AFF-2' });
  });

  test('leads by an affiliate’s slug to its offer, whichever model of others has the slug too', async () => {
    const offer = (name: string) => ({ adexicoBaseUrl: `http://other-partner.test/${name}`, adexicoSourceId: name });
    const affiliate = await addAffiliate(offer('affiliate'));
    const rival = await addAffiliate(offer('rival'));
    const { pay } = await billing.subscriber();
    const destination = async () => {
      const { location } = (await pay(affiliate.slug)).headers;
      return `${new URL(location ?? '').pathname} ${parametersOf(location).source_id}`;
    };
    const model = await addModel({ slug: affiliate.slug, affiliateId: rival.id, ...offer('model') });
    await addModel({ slug: affiliate.slug, ...offer('house') });
    expect(await destination()).toBe('/affiliate affiliate');
    // A model of the affiliate may have the affiliate's slug.
    await billing.consume('model.updated', { ...model, affiliateId: affiliate.id }, 2);
    expect(await destination()).toBe('/model model');
  });

  test('leads by a former slug to the model that had it, until another model or an affiliate has the slug', async () => {
    const offer = (name: string) => ({ adexicoBaseUrl: `http://other-partner.test/${name}` });
    const model = await addModel(offer('first'));
    await billing.consume('model.updated', { ...model, slug: unique('renamed'), previousSlugs: [model.slug] }, 2);
    const { pay } = await billing.subscriber();
    const pathOf = async (slug: string) => new URL((await pay(slug)).headers.location ?? '').pathname;
    expect(await pathOf(model.slug)).toBe('/first');
    const other = await addModel({ slug: model.slug });
    expect(await pathOf(model.slug)).not.toBe('/first');
    await billing.consume('model.deleted', { id: other.id, slug: other.slug, assets: [] }, 2);
    const affiliate = await addAffiliate({ slug: model.slug, ...offer('affiliate') });
    expect(await pathOf(affiliate.slug)).toBe('/affiliate');
  });

  test('takes the slug of a hidden model, and its former one, for an unknown slug', async () => {
    const model = await addModel({ adexicoBaseUrl: 'http://other-partner.test/hidden', isHidden: true });
    const former = unique('former');
    const { pay } = await billing.subscriber();
    const pathOf = async (slug: string) => new URL((await pay(slug)).headers.location ?? '').pathname;
    const unknown = await pathOf('no-such-model');
    expect(await pathOf(model.slug)).toBe(unknown);
    await billing.consume('model.updated', { ...model, previousSlugs: [former] }, 2);
    expect(await pathOf(former)).toBe(unknown);
    await billing.consume('model.updated', { ...model, isHidden: false, previousSlugs: [former] }, 3);
    expect([await pathOf(model.slug), await pathOf(former)]).toEqual(['/hidden', '/hidden']);
  });

  test('uses the default offer when the model’s host is not allowed any more', async () => {
    const model = await addModel({ adexicoBaseUrl: 'http://evil.test/', adexicoSourceId: 'EVIL' });
    const { pay } = await billing.subscriber();
    const { location } = (await pay(model.slug)).headers;
    expect(location?.startsWith(DEFAULT_OFFER)).toBe(true);
    expect(parametersOf(location)).toMatchObject({ source_id: 'BA' });
  });

  test('uses the model in the link, else the registration’s model, its owner, the credited affiliate, the default', async () => {
    const offer = (name: string) => ({ adexicoBaseUrl: `http://other-partner.test/${name}`, adexicoSourceId: name });
    const owner = await addAffiliate(offer('owner'));
    const credited = await addAffiliate(offer('credited'));
    const [named, own, owned, free] = [
      await addModel(offer('named')),
      await addModel({ ...offer('own'), affiliateId: owner.id }),
      await addModel({ affiliateId: owner.id }),
      await addModel(),
    ];
    const roadOf = async (modelId: string | undefined, link: string, affiliateId: string | null = credited.id) => {
      const { pay } = await billing.subscriber({
        modelSlug: 'gone',
        ...(modelId && { modelId }),
        attribution: { affiliateId, reason: affiliateId ? 'sub2' : 'none' },
      });
      const { location } = (await pay(link)).headers;
      return [new URL(location ?? '').pathname, parametersOf(location).source_id];
    };
    expect(await roadOf(own.id, named.slug)).toEqual(['/named', 'named']);
    expect(await roadOf(own.id, 'default')).toEqual(['/own', 'own']);
    expect(await roadOf(owned.id, 'default')).toEqual(['/owner', 'owner']);
    expect(await roadOf(free.id, 'default')).toEqual(['/credited', 'credited']);
    expect(await roadOf(undefined, 'default')).toEqual(['/credited', 'credited']);
    expect(await roadOf(free.id, 'default', null)).toEqual([new URL(DEFAULT_OFFER).pathname, 'BA']);
  });

  test('uses no setting of an inactive affiliate, and does not name it', async () => {
    const affiliate = await addAffiliate({ adexicoBaseUrl: 'http://other-partner.test/a', adexicoSourceId: 'AFF' });
    const model = await addModel({ affiliateId: affiliate.id });
    const { pay } = await billing.subscriber({
      modelId: model.id,
      attribution: { affiliateId: affiliate.id, reason: 'model-owner' },
    });
    await billing.consume('affiliate.updated', { ...affiliate, isActive: false }, 2);
    for (const link of [model.slug, affiliate.slug, 'default']) {
      const { location } = (await pay(link)).headers;
      expect(location?.startsWith(DEFAULT_OFFER)).toBe(true);
      expect(parametersOf(location)).toMatchObject({ source_id: 'BA' });
      expect(parametersOf(location)).not.toHaveProperty('sub2');
    }
  });

  test('uses the credited affiliate where the link names one that is inactive', async () => {
    const offer = (name: string) => ({ adexicoBaseUrl: `http://other-partner.test/${name}`, adexicoSourceId: name });
    const credited = await addAffiliate(offer('credited'));
    const named = await addAffiliate({ ...offer('named'), isActive: false });
    const { pay } = await billing.subscriber({
      modelSlug: 'inconnue',
      attribution: { affiliateId: credited.id, reason: 'sub2' },
    });
    const { location } = (await pay(named.slug)).headers;
    expect(new URL(location ?? '').pathname).toBe('/credited');
    expect(parametersOf(location)).toMatchObject({ source_id: 'credited', sub2: credited.slug });
  });

  test('uses nothing that a model took from an affiliate which is inactive now, and what it has of its own', async () => {
    const settings = { adexicoBaseUrl: 'http://other-partner.test/a', adexicoSourceId: 'AFF' };
    const affiliate = await addAffiliate(settings);
    const model = await addModel({ affiliateId: affiliate.id, ...settings });
    const { pay } = await billing.subscriber({ modelId: model.id });
    const leads = async () => (await pay(model.slug)).headers.location ?? '';
    expect(await leads()).toContain(settings.adexicoBaseUrl);
    const changed = { ...affiliate, adexicoBaseUrl: 'http://other-partner.test/b', adexicoSourceId: 'AFF-B' };
    await billing.consume('affiliate.updated', changed, 2);
    expect(await leads()).toContain(settings.adexicoBaseUrl);
    await billing.consume('affiliate.updated', { ...changed, isActive: false }, 3);
    expect((await leads()).startsWith(DEFAULT_OFFER)).toBe(true);
    expect(parametersOf(await leads()).source_id).toBe('BA');
    const ownUrl = 'http://other-partner.test/own';
    await billing.consume('model.updated', { ...model, adexicoBaseUrl: ownUrl, adexicoSourceId: 'OWN' }, 2);
    expect((await leads()).startsWith(ownUrl)).toBe(true);
    expect(parametersOf(await leads()).source_id).toBe('OWN');
  });

  test('names the affiliate of the registration whichever model’s link is opened, as the ledger and its event do', async () => {
    const [first, second] = [await addAffiliate(), await addAffiliate()];
    const other = await addModel({ affiliateId: second.id });
    const { id, pay } = await billing.subscriber({ attribution: { affiliateId: first.id, reason: 'sub2' } });
    const parameters = parametersOf((await pay(other.slug)).headers.location);
    expect(parameters.sub2).toBe(first.slug);
    await billing.postback({ transaction_id: randomUUID(), sub4: parameters.sub4 ?? '' }).expect(200);
    const { rows } = await billing.postgres.query(
      'select affiliate_id, model_slug from ledger where subscriber_id = $1',
      [id],
    );
    expect(rows).toEqual([{ affiliate_id: first.id, model_slug: 'nina' }]);
    expect((await billing.events(id)).find(({ name }) => name === 'payment.recorded')?.data).toMatchObject({
      affiliateId: first.id,
      modelSlug: 'nina',
    });
  });

  test('credits no payment to an affiliate that is inactive then', async () => {
    const affiliate = await addAffiliate();
    const { id, pay } = await billing.subscriber({ attribution: { affiliateId: affiliate.id, reason: 'sub2' } });
    const { sub4 = '' } = parametersOf((await pay()).headers.location);
    await billing.consume('affiliate.updated', { ...affiliate, isActive: false }, 2);
    await billing.postback({ transaction_id: randomUUID(), sub4 }).expect(200);
    expect((await billing.events(id)).find(({ name }) => name === 'payment.recorded')?.data).toMatchObject({
      affiliateId: null,
    });
  });

  test.each([
    ['the affiliate that it names', true],
    ['the model’s owner, where it names none that is known', false],
  ])('attributes an event of a former version to %s', async (_who, isNamed) => {
    const [named, owner] = [await addAffiliate(), await addAffiliate()];
    const model = await addModel({ affiliateId: owner.id });
    const { pay } = await billing.subscriber({
      modelSlug: model.slug,
      tracking: { clickId: '', affiliate: isNamed ? named.slug : 'unknown', pixelId: '' },
    });
    expect(parametersOf((await pay()).headers.location).sub2).toBe((isNamed ? named : owner).slug);
  });

  test('leads a subscriber who has paid to the success page', async () => {
    const { pay } = await billing.subscriber();
    await billing
      .postback({ transaction_id: randomUUID(), sub4: parametersOf((await pay()).headers.location).sub4 ?? '' })
      .expect(200);
    expect((await pay().expect(303)).headers.location).toBe(`${PUBLIC_URL}/success`);
  });

  describe('before billing has consumed the registration', () => {
    const open = async (id: string, claim: string) =>
      billing.request
        .get('/redirect/payment')
        .set(
          'cookie',
          `subscriber_view=${await billing.token(id, 'subscriber', 'view')}; subscriber_registration=${claim}`,
        );

    test('leads to the partner by the signed registration, and the event replaces it', async () => {
      const affiliate = await addAffiliate();
      const id = randomUUID();
      const facts = subscriberFacts({ id, attribution: { affiliateId: affiliate.id, reason: 'sub2' } });
      const response = await open(id, await billing.claim(facts));
      expect(response.status).toBe(303);
      const { sub4 = '', ...parameters } = parametersOf(response.headers.location);
      expect(parameters).toMatchObject({ sub1: 'CLICK1', sub2: affiliate.slug, sub3: facts.email, sub8: 'Anaïs' });
      const transaction_id = randomUUID();
      await billing.postback({ transaction_id, sub4 }).expect(200);
      expect(await billing.verdicts(transaction_id)).toEqual(['recorded']);

      await billing.consume('subscriber.registered', { ...facts, firstName: 'Corrigée' });
      const { rows } = await billing.postgres.query('select first_name, revision from subscribers where id = $1', [id]);
      expect(rows).toEqual([{ first_name: 'Corrigée', revision: 1 }]);
    });

    test('stores the signed registration of a former version whole or not at all', async () => {
      const owner = await addAffiliate();
      const model = await addModel({ affiliateId: owner.id });
      const id = randomUUID();
      const claim = await billing.claim(subscriberFacts({ id, modelSlug: model.slug }));
      const affiliates = async () =>
        (await billing.postgres.query('select affiliate_id from subscribers where id = $1', [id])).rows;
      const { response } = await billing.postgres.transaction(async (client) => {
        await client.query('lock table models');
        const response = open(id, claim).then(({ status }) => status);
        await eventually(
          async () =>
            (
              await billing.postgres.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rowCount,
          'the search for the model',
        );
        expect(await affiliates()).toEqual([]);
        return { response };
      });
      expect(await response).toBe(303);
      expect(await affiliates()).toEqual([{ affiliate_id: owner.id }]);
    });

    test('keeps what an event of the registration has stored', async () => {
      const { id, email, pay } = await billing.subscriber({ firstName: 'Stockée' });
      await open(id, await billing.claim(subscriberFacts({ id, email, firstName: 'Autre' })));
      expect(parametersOf((await pay()).headers.location).sub8).toBe('Stockée');
    });

    test.each([
      ['another subscriber’s', () => billing.claim(subscriberFacts())],
      ['an altered', async (id: string) => `${(await billing.claim(subscriberFacts({ id }))).slice(0, -4)}AAAA`],
      ['an access token as', (id: string) => billing.token(id)],
      ['an expired', (id: string) => billing.claim(subscriberFacts({ id }), -60)],
    ])('does not use %s registration', async (_which, claimOf) => {
      const id = randomUUID();
      expect((await open(id, await claimOf(id))).status).toBe(503);
      expect((await billing.postgres.query('select 1 from subscribers where id = $1', [id])).rowCount).toBe(0);
    });

    test('does not bring an erased subscriber back', async () => {
      const id = randomUUID();
      const claim = await billing.claim(subscriberFacts({ id }));
      await billing.consume('subscriber.erased', { id }, 2);
      expect((await open(id, claim)).status).toBe(503);
    });
  });

  test('shows a French page that reloads at once where the browser carries no registration either', async () => {
    const response = await billing.request
      .get('/redirect/payment')
      .set('cookie', `subscriber_view=${await billing.token(randomUUID(), 'subscriber', 'view')}`)
      .expect(503);
    expect(response.headers['retry-after']).toBe('3');
    expect(response.text).toContain('2,00\u00a0€ aujourd’hui, puis 5,00\u00a0€ par mois TTC');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("style-src 'self'");
    expect(response.text).toContain('<html lang="fr">');
    expect(response.text).toContain('<meta http-equiv="refresh" content="3">');
    const style = await billing.request.get('/redirect/payment/style.css').expect(200);
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('logs no address, name or reference of opened links', async () => {
    const { pay, email } = await billing.subscriber({ firstName: 'Prénomsecret' });
    const reference = parametersOf((await pay()).headers.location).sub4 ?? '';
    const logs = billing.lines.join('');
    expect(logs).toContain('/redirect/payment');
    for (const secret of [email, 'Prénomsecret', reference]) expect(logs).not.toContain(secret);
  });
});
