import { randomUUID } from 'node:crypto';
import { addDays, countDays, parisDay } from 'contracts/days';
import type { Event, EventData } from 'contracts/events';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { createEvent } from 'service-kit/outbox';
import { modelFacts, subscriberFacts } from 'testing/events';
import { toCsv } from '../src/csv.ts';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const DAY = '2026-03-10';
/** An event of a given moment, as the wire brings it. */
const consumeAt = async <Name extends 'subscriber.registered' | 'payment.recorded'>(
  name: Name,
  at: string,
  data: EventData<Name>,
) => {
  const event = {
    id: randomUUID(),
    name,
    version: 1,
    occurredAt: at,
    revision: 1,
    actor: { role: 'system', id: null },
    data,
  };
  await (app.listeners[name] as (event: unknown) => Promise<void>)(event);
  return event as Event<Name>;
};
const registers = (
  affiliate: string,
  modelSlug: string,
  at = `${DAY}T12:00:00.000Z`,
  id: string = randomUUID(),
  clickId = 'CLICK',
) =>
  consumeAt(
    'subscriber.registered',
    at,
    subscriberFacts({
      id,
      email: 'secret@example.org',
      firstName: 'Secrète',
      tracking: { clickId, affiliate, pixelId: '' },
      modelSlug,
    }),
  );
const pays = (
  subscriberId: string,
  modelSlug: string,
  {
    amountCents = 200,
    kind = 'first',
    at = `${DAY}T13:00:00.000Z`,
    currency = 'EUR',
  }: { amountCents?: number; currency?: string; kind?: 'first' | 'refund'; at?: string } = {},
) =>
  consumeAt('payment.recorded', at, {
    id: randomUUID(),
    subscriberId,
    amountCents,
    currency,
    kind,
    affiliate: '',
    modelSlug,
  });
const request = (path: string, bearer: string, query = `from=${DAY}&to=${DAY}`) =>
  app.http.get(`/api/affiliates/${path}?${query}`).set('Authorization', bearer);
const overviewOf = async (slug: string, bearer: string, query?: string) =>
  (await request(`${slug}/overview`, bearer, query).expect(200)).body as Overview;

describe('what a period brought', () => {
  test('counts a registration and a payment once, in any order and however often they are delivered', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id, name: 'Solène' });
    await app.consume('model.created', model);
    const [early, refunded] = [randomUUID(), randomUUID()];
    await pays(early, model.slug);
    await registers(affiliate.slug, model.slug, undefined, early);
    const again = await registers(affiliate.slug, model.slug, undefined, refunded);
    await (app.listeners['subscriber.registered'] as (event: unknown) => Promise<void>)(again);
    await pays(refunded, model.slug);
    await pays(refunded, model.slug, { amountCents: -200, kind: 'refund', at: '2026-03-11T10:00:00.000Z' });

    const seen = await overviewOf(affiliate.slug, affiliate.bearer, 'from=2026-03-09&to=2026-03-11');
    expect(seen.totals).toEqual({
      ...ZERO_FIGURES,
      registrations: 2,
      paid: 2,
      refunds: 1,
      revenue_cents: 200,
      earnings_cents: 120,
    });
    expect(seen.previous).toEqual(ZERO_FIGURES);
    expect(seen.series).toEqual([
      { day: '2026-03-09', ...ZERO_FIGURES },
      { day: DAY, ...ZERO_FIGURES, registrations: 2, paid: 2, revenue_cents: 400, earnings_cents: 120 },
      { day: '2026-03-11', ...ZERO_FIGURES, refunds: 1, revenue_cents: -200 },
    ]);
    expect(seen.models).toEqual([{ slug: model.slug, name: 'Solène', ...seen.totals }]);
    expect(seen.affiliates).toEqual([]);
    expect(seen.latest[0]).toMatchObject({ kind: 'refund', model: { slug: model.slug, name: 'Solène' } });
    expect(JSON.stringify(seen)).not.toMatch(/secret|Secr|CLICK/);

    const all = (await request('overview', app.administrator, 'from=2026-03-09&to=2026-03-11').expect(200))
      .body as Overview;
    expect(all.affiliates).toContainEqual({ slug: affiliate.slug, name: affiliate.name, ...seen.totals });
  });

  test('gives the figures of each chosen model, of former slugs too, and to an affiliate those credited to it', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const model = modelFacts({ affiliateId: affiliate.id });
    const renamed = { ...model, slug: `${model.slug}-neuf`, previousSlugs: [model.slug] };
    await app.consume('model.updated', renamed, 2);
    const quiet = modelFacts({ affiliateId: affiliate.id });
    await app.consume('model.created', quiet);
    for (const [by, modelSlug] of [
      [affiliate, model.slug],
      [affiliate, renamed.slug],
      [other, renamed.slug],
    ] as const)
      await pays((await registers(by.slug, modelSlug)).data.id, modelSlug);
    const query = (...slugs: string[]) => `from=${DAY}&to=${DAY}&slugs=${slugs.join(',')}`;
    const wanted = query(quiet.slug, renamed.slug);
    const figures = { ...ZERO_FIGURES, registrations: 2, paid: 2, revenue_cents: 400, earnings_cents: 120 };
    expect(
      (await request(`${affiliate.slug}/overview/model-figures`, affiliate.bearer, wanted).expect(200)).body,
    ).toEqual([
      { slug: quiet.slug, ...ZERO_FIGURES },
      { slug: renamed.slug, ...figures },
    ]);
    expect((await request('overview/model-figures', app.administrator, wanted).expect(200)).body).toEqual([
      { slug: quiet.slug, ...ZERO_FIGURES },
      { slug: renamed.slug, ...figures, registrations: 3, paid: 3, revenue_cents: 600, earnings_cents: 180 },
    ]);
    await request('overview/model-figures', affiliate.bearer, wanted).expect(403);
    await request(`${other.slug}/overview/model-figures`, affiliate.bearer, wanted).expect(403);
    for (const slugs of [[''], ['a'.repeat(61)], Array.from({ length: 101 }, (_, index) => `m${index}`)])
      await request('overview/model-figures', app.administrator, query(...slugs)).expect(400);
  });

  test('adds no amounts of two currencies, nor overflows on 30 million euros', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    const renamed = { ...model, slug: `${model.slug}-neuf`, previousSlugs: [model.slug], name: 'Nina Neuve' };
    await app.consume('model.updated', renamed, 2);
    const { id } = (await registers(affiliate.slug, model.slug)).data;
    for (const modelSlug of [model.slug, renamed.slug]) {
      await pays(id, modelSlug, { amountCents: 1_500_000_000 });
      await pays(id, modelSlug, { amountCents: 700, currency: 'USD', at: `${DAY}T14:00:00.000Z` });
    }
    const seen = await overviewOf(affiliate.slug, affiliate.bearer);
    const figures = {
      ...ZERO_FIGURES,
      registrations: 1,
      paid: 4,
      revenue_cents: 3_000_000_000,
      other_revenue: [{ currency: 'USD', cents: 1_400 }],
      earnings_cents: 900_000_000,
      other_earnings: [{ currency: 'USD', cents: 420 }],
    };
    expect(seen.totals).toEqual(figures);
    expect(seen.series).toEqual([{ day: DAY, ...figures }]);
    expect(seen.models).toEqual([{ slug: renamed.slug, name: 'Nina Neuve', ...figures }]);
    const latest = (await overviewOf(affiliate.slug, app.administrator)).latest;
    expect(latest[0]).toMatchObject({ amount_cents: 700, currency: 'USD' });
    const all = (await request('overview', app.administrator).expect(200)).body as Overview;
    expect(all.affiliates).toContainEqual({ slug: affiliate.slug, name: affiliate.name, ...figures });
    const { text } = await request(
      `${affiliate.slug}/overview`,
      affiliate.bearer,
      `from=${DAY}&to=${DAY}&format=csv`,
    ).expect(200);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffJour;Visites;Clics;Inscriptions;Premiers paiements;Renouvellements;Remboursements;Revenu (€);Revenu (USD);Commissions (€);Commissions (USD)',
      `${DAY};0;0;1;4;0;0;30000000,00;14,00;9000000,00;4,20`,
    ]);
  });

  test('counts a registration after midnight on the day of Paris', async () => {
    const affiliate = await app.createAndLogIn();
    await registers(affiliate.slug, 'm', '2026-07-01T22:30:00.000Z');
    expect(
      (await overviewOf(affiliate.slug, affiliate.bearer, 'from=2026-07-01&to=2026-07-01')).totals.registrations,
    ).toBe(0);
    expect(
      (await overviewOf(affiliate.slug, affiliate.bearer, 'from=2026-07-02&to=2026-07-02')).totals.registrations,
    ).toBe(1);
  });

  test('lists what came under the old slug of a renamed model under the new one', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    const renamed = { ...model, slug: `${model.slug}-neuf`, previousSlugs: [model.slug], name: 'Nina Neuve' };
    await app.consume('model.updated', renamed, 2);
    await app.consume('model.created', model, 1);
    await registers(affiliate.slug, model.slug);
    await registers(affiliate.slug, renamed.slug);
    expect((await overviewOf(affiliate.slug, affiliate.bearer)).models).toMatchObject([
      { slug: renamed.slug, name: 'Nina Neuve', registrations: 2 },
    ]);
  });
});

/** As many registrations and first payments by a source. */
const comeBy = async (affiliate: string, modelSlug: string, source: string, count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = (await registers(affiliate, modelSlug, undefined, undefined, source)).data;
    await pays(id, modelSlug);
    ids.push(id);
  }
  return ids;
};

describe('what is earned', () => {
  test('is the commission of the payment’s day less the clawback of the refund’s, by affiliate, model and source', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    await app.consume('model.created', model);
    // The payments come before the registrations whose source they have.
    const people = Array.from({ length: 5 }, () => randomUUID());
    const payments = [];
    for (const id of people) payments.push((await pays(id, model.slug, { amountCents: 1_000 })).data.id);
    for (const id of people) await registers(affiliate.slug, model.slug, undefined, id, 'fil');
    const at = '2026-03-11T23:30:00.000Z';
    const refund = { id: randomUUID(), currency: 'EUR', kind: 'refund', affiliate: '', modelSlug: model.slug } as const;
    await consumeAt('payment.recorded', at, {
      ...refund,
      subscriberId: people[0] ?? '',
      amountCents: -1_000,
      refundedId: payments[0],
    });
    const period = 'from=2026-03-10&to=2026-03-12';
    const all = await overviewOf(affiliate.slug, affiliate.bearer, period);
    expect(all.totals).toMatchObject({ paid: 5, earnings_cents: 1_200, clawback_cents: -300 });
    expect(all.series.map(({ earnings_cents }) => earnings_cents)).toEqual([1_500, 0, -300]);
    for (const part of [`model=${model.slug}`, 'source=fil']) {
      const seen = await overviewOf(affiliate.slug, affiliate.bearer, `${period}&${part}`);
      expect([seen.totals, seen.series]).toEqual([all.totals, all.series]);
      expect([seen.live, seen.latest]).toEqual([[], []]);
    }
    expect((await overviewOf(affiliate.slug, affiliate.bearer, 'from=2026-03-11&to=2026-03-11')).totals).toMatchObject({
      earnings_cents: 0,
      clawback_cents: 0,
    });
  });
});

test('a clawback in another currency stands apart', async () => {
  const affiliate = await app.createAndLogIn();
  const { id: subscriberId } = (await registers(affiliate.slug, 'nina')).data;
  const usd = { amountCents: 1_000, currency: 'USD' };
  const payment = (await pays(subscriberId, 'nina', usd)).data;
  const refund = { ...payment, id: randomUUID(), amountCents: -1_000, kind: 'refund', refundedId: payment.id } as const;
  await consumeAt('payment.recorded', `${DAY}T15:00:00.000Z`, refund);
  const { totals } = await overviewOf(affiliate.slug, affiliate.bearer);
  expect(totals).toMatchObject({ clawback_cents: 0, other_clawbacks: [{ currency: 'USD', cents: -300 }] });
  expect(totals.other_earnings).toBeUndefined();
});

describe('one model or one source', () => {
  test('has its own totals, days, people with access and spreadsheet; the lists stay', async () => {
    const affiliate = await app.createAndLogIn();
    const [nina, lea] = [modelFacts({ affiliateId: affiliate.id }), modelFacts({ affiliateId: affiliate.id })];
    const renamed = { ...nina, slug: `${nina.slug}-neuf`, previousSlugs: [nina.slug] };
    await app.consume('model.updated', renamed, 2);
    await app.consume('model.created', lea);
    const [subscriber] = await comeBy(affiliate.slug, nina.slug, 'tiktok', 2);
    await comeBy(affiliate.slug, renamed.slug, 'tiktok', 4);
    await comeBy(affiliate.slug, lea.slug, 'bio', 7);
    const paidUntil = new Date(Date.now() + 86_400_000).toISOString();
    await app.consume('subscription.activated', { subscriberId: subscriber ?? '', paidUntil }, 1);
    const seenBy = async (part: string, bearer = affiliate.bearer) =>
      overviewOf(affiliate.slug, bearer, `from=${DAY}&to=${DAY}&${part}`);

    const ofNina = await seenBy(`model=${renamed.slug}`);
    expect(ofNina.totals).toMatchObject({ registrations: 6, paid: 6, revenue_cents: 1_200 });
    expect(ofNina.series).toEqual([{ day: DAY, ...ofNina.totals }]);
    expect(ofNina.active_subscribers).toBe(1);
    expect(ofNina.models.map(({ slug }) => slug).sort()).toEqual([lea.slug, renamed.slug].sort());
    expect(ofNina.sources).toEqual([
      { source: 'bio', visits: 0, clicks: 0, registrations: 7, paid: 7 },
      { source: 'tiktok', visits: 0, clicks: 0, registrations: 6, paid: 6 },
    ]);
    const ofBio = await seenBy('source=bio');
    expect(ofBio.totals).toMatchObject({ registrations: 7, paid: 7, revenue_cents: 1_400 });
    expect(ofBio.active_subscribers).toBe(0);
    expect((await seenBy('source=personne')).totals).toMatchObject({ registrations: 0, paid: 0 });

    const { text, headers } = await request(
      `${affiliate.slug}/overview`,
      affiliate.bearer,
      `from=${DAY}&to=${DAY}&model=${renamed.slug}&format=csv`,
    ).expect(200);
    expect(headers['content-disposition']).toContain(`apercu-${affiliate.slug}-${renamed.slug}-${DAY}-${DAY}.csv`);
    expect(text).toContain(`${DAY};0;0;6;6;0;0;12,00;3,60`);
    await request(`${affiliate.slug}/overview`, affiliate.bearer, `model=${lea.slug}&source=bio`).expect(400);
  });

  test('shows an affiliate nothing of what is credited to another', async () => {
    const [one, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const model = modelFacts({ affiliateId: one.id });
    await app.consume('model.created', model);
    await comeBy(one.slug, model.slug, 'partagée', 6);
    await comeBy(other.slug, model.slug, 'partagée', 5);
    const period = `from=${DAY}&to=${DAY}`;
    for (const part of [`model=${model.slug}`, `source=${encodeURIComponent('partagée')}`]) {
      expect((await overviewOf(other.slug, other.bearer, `${period}&${part}`)).totals.registrations).toBe(5);
      await request(`${one.slug}/overview`, other.bearer, `${period}&${part}`).expect(403);
      await request('overview', other.bearer, `${period}&${part}`).expect(403);
      const all = (await request('overview', app.administrator, `${period}&${part}`).expect(200)).body as Overview;
      expect(all.totals.registrations).toBe(11);
      expect(all.affiliates).toEqual([]);
    }
  });
});

describe('small samples', () => {
  test('a source by which fewer than five came stands among the others, for its affiliate alone', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    await app.consume('model.created', model);
    await comeBy(affiliate.slug, model.slug, 'story', 5);
    await comeBy(affiliate.slug, model.slug, 'clic-8271', 1);
    const path = (part = '') => `from=${DAY}&to=${DAY}${part}`;
    const own = await overviewOf(affiliate.slug, affiliate.bearer, path());
    expect(own.totals.registrations).toBe(6);
    expect(own.sources).toEqual([
      { source: 'story', visits: 0, clicks: 0, registrations: 5, paid: 5 },
      { source: null, visits: 0, clicks: 0, registrations: 1, paid: 1 },
    ]);
    const hidden = await overviewOf(affiliate.slug, affiliate.bearer, path('&source=clic-8271'));
    expect([hidden.totals, ...hidden.series]).toMatchObject([{ registrations: 0, earnings_cents: 0 }, { paid: 0 }]);
    const administrators = await overviewOf(affiliate.slug, app.administrator, path('&source=clic-8271'));
    expect(administrators.totals).toMatchObject({ registrations: 1, paid: 1 });
    expect(administrators.sources.map(({ source }) => source)).toEqual(['story', 'clic-8271']);
  });

  test('an affiliate sees of a person’s event the day alone, the administrator everything', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    await app.consume('model.created', model);
    const { id } = (await registers(affiliate.slug, model.slug, '2026-03-10T23:10:00.000Z')).data;
    await pays(id, model.slug, { currency: 'USD', at: '2026-03-10T23:20:00.000Z' });
    await app.consume('live.started', { id: model.id, slug: model.slug, until: null }, 2);
    const { latest } = await overviewOf(affiliate.slug, affiliate.bearer);
    expect(latest.filter(({ kind }) => kind !== 'live.started')).toEqual(
      ['first', 'registration'].map((kind) => ({
        at: '2026-03-11',
        kind,
        model: { slug: model.slug, name: model.name },
        affiliate: { slug: affiliate.slug, name: affiliate.name },
        amount_cents: null,
      })),
    );
    expect(latest.find(({ kind }) => kind === 'live.started')?.at).toContain('T');
    const seen = await overviewOf(affiliate.slug, app.administrator);
    expect(seen.latest).toContainEqual(
      expect.objectContaining({ at: '2026-03-10T23:20:00.000Z', amount_cents: 200, currency: 'USD' }),
    );
  });
});

describe('what is going on', () => {
  test('applies the newest live state in any order of events, and hides it from other affiliates', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const [live, ended] = [
      modelFacts({ affiliateId: affiliate.id, name: 'Nina' }),
      modelFacts({ affiliateId: affiliate.id }),
    ];
    const about = ({ id, slug }: { id: string; slug: string }) => ({ id, slug, until: null });
    await app.consume('live.started', about(live), 2);
    await app.consume('model.created', live, 1);
    await app.consume('model.created', ended, 1);
    await app.consume('live.ended', about(ended), 3);
    await app.consume('live.started', about(ended), 2);
    expect((await overviewOf(affiliate.slug, affiliate.bearer)).live).toMatchObject([
      { slug: live.slug, name: 'Nina' },
    ]);
    expect(await overviewOf(other.slug, other.bearer)).toMatchObject({ live: [], latest: [], models: [] });
  });

  describe('lives of schedules, which have no event', () => {
    const MINUTE = 60_000;
    const inParis = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });
    const minute = (offset: number) => Math.floor(Date.now() / MINUTE + offset) * MINUTE;
    const ruleOf = (from: number, to: number) => `${inParis.format(minute(from))}-${inParis.format(minute(to))}`;
    const created = async (affiliateId: string, liveRule: string, minutesAgo = 60) => {
      const model = modelFacts({ affiliateId, liveRule });
      const occurredAt = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
      await app.deliver({ ...createEvent('model.created', model, 1), occurredAt });
      return model;
    };

    test('are counted and listed with their beginning, and are among the latest', async () => {
      const affiliate = await app.createAndLogIn();
      const live = await created(affiliate.id, ruleOf(-10, 90));
      const ended = await created(affiliate.id, ruleOf(-50, -5));
      await created(affiliate.id, 'off');
      // It was set after its window had begun: its event has the time.
      const moved = await created(affiliate.id, ruleOf(-30, 90), 3);
      const { id, slug } = moved;
      const started = createEvent('live.started', { id, slug, until: null }, 2);
      await app.deliver({ ...started, occurredAt: new Date(minute(-3)).toISOString() });
      const overview = await overviewOf(affiliate.slug, affiliate.bearer);
      expect(overview.live.map((each) => [each.slug, each.since])).toEqual([
        [moved.slug, new Date(minute(-3)).toISOString()],
        [live.slug, new Date(minute(-10)).toISOString()],
      ]);
      expect(overview.live_count).toBe(2);
      expect(overview.latest.map(({ kind, model, at }) => [kind, model?.slug, at])).toEqual([
        ['live.started', moved.slug, new Date(minute(-3)).toISOString()],
        ['live.ended', ended.slug, new Date(minute(-5)).toISOString()],
        ['live.started', live.slug, new Date(minute(-10)).toISOString()],
      ]);
    });

    test('follow the newest rule, in any order of events', async () => {
      const affiliate = await app.createAndLogIn();
      const model = modelFacts({ affiliateId: affiliate.id });
      await app.consume('model.updated', { ...model, liveRule: 'on' }, 3);
      await app.consume('model.updated', { ...model, liveRule: 'off' }, 2);
      const liveSlugs = async () => (await overviewOf(affiliate.slug, affiliate.bearer)).live.map(({ slug }) => slug);
      expect(await liveSlugs()).toEqual([model.slug]);
      // Of a former version: nothing is known of its rule.
      await app.consume('model.updated', model, 4);
      expect(await liveSlugs()).toEqual([model.slug]);
      await app.consume('model.updated', { ...model, liveRule: 'off' }, 5);
      expect(await liveSlugs()).toEqual([]);
    });

    test('are listed up to 200, with the number of all', async () => {
      const affiliate = await app.createAndLogIn();
      await app.postgres.query(
        `insert into models (id, slug, affiliate_id, revision, live_rule, live_rule_changed_at)
         select gen_random_uuid(), 'many-' || n, $1, 1, $2, now() - interval '1 day' from generate_series(1, 250) n`,
        [affiliate.id, ruleOf(-10, 90)],
      );
      const overview = await overviewOf(affiliate.slug, affiliate.bearer);
      expect([overview.live.length, overview.live_count]).toEqual([200, 250]);
    });
  });

  test('counts the subscribers with access now, in any order of events', async () => {
    const affiliate = await app.createAndLogIn();
    const [active, gone] = [randomUUID(), randomUUID()];
    const later = new Date(Date.now() + 86_400_000).toISOString();
    for (const id of [active, gone]) await registers(affiliate.slug, 'm', undefined, id);
    await app.consume('subscription.activated', { subscriberId: active, paidUntil: later }, 1);
    await app.consume('subscription.revoked', { subscriberId: gone, paidUntil: null }, 2);
    await app.consume('subscription.activated', { subscriberId: gone, paidUntil: later }, 1);
    expect((await overviewOf(affiliate.slug, affiliate.bearer)).active_subscribers).toBe(1);
  });
});

describe('who may see it', () => {
  test('rejects everyone but the administrator and the affiliate itself', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    for (const view of ['overview', 'audit']) {
      await app.http.get(`/api/affiliates/${view}`).expect(401);
      await request(view, affiliate.bearer).expect(403);
      await request(view, app.subscriber).expect(403);
      await request(`${affiliate.slug}/${view}`, other.bearer).expect(403);
      await request(`${affiliate.slug}/${view}`, app.subscriber).expect(403);
      await request(`nulle-part/${view}`, app.administrator).expect(404);
      await request(`${affiliate.slug}/${view}`, app.administrator).expect(200);
    }
    await app.http
      .put(`/api/affiliates/id/${affiliate.id}`)
      .set('Authorization', app.administrator)
      .send({ is_active: false })
      .expect(200);
    await request(`${affiliate.slug}/overview`, affiliate.bearer).expect(401);
  });

  test('rejects an invalid period, and defaults to the last thirty days', async () => {
    for (const query of [
      'from=2026-02-30',
      'from=hier',
      'from=0000-01-01&to=0000-01-01',
      'from=0001-01-01&to=0001-01-01',
      'from=9999-12-31&to=9999-12-31',
      'from=2026-03-02&to=2026-03-01',
      'from=2024-01-01&to=2026-01-01',
      'format=pdf',
    ])
      await request('overview', app.administrator, query).expect(400);
    const { body } = await request('overview', app.administrator, '').expect(200);
    expect(countDays(body.from, body.to)).toBe(30);
    expect(body.series).toHaveLength(30);
    expect([parisDay(Date.now()), addDays(parisDay(Date.now()), -1)]).toContain(body.to);
  });

  test('rejects a slug that would hide these pages', async () => {
    for (const slug of ['overview', 'audit'])
      await app.http
        .post('/api/affiliates')
        .set('Authorization', app.administrator)
        .send({ name: 'X', slug, custom_password: 'rideau-levé', adexico_base_url: 'https://pay.example/offer' })
        .expect(400);
  });
});

describe('the spreadsheet', () => {
  test('is a file with a line a day that spreadsheets read as UTF-8', async () => {
    const affiliate = await app.createAndLogIn();
    const { id } = (await registers(affiliate.slug, 'm')).data;
    await pays(id, 'm', { amountCents: 250 });
    const response = await request(`${affiliate.slug}/overview`, affiliate.bearer, `from=${DAY}&to=${DAY}&format=csv`)
      .expect(200)
      .expect('content-type', 'text/csv; charset=utf-8');
    expect(response.get('content-disposition')).toBe(
      `attachment; filename="apercu-${affiliate.slug}-${DAY}-${DAY}.csv"`,
    );
    expect(response.text).toBe(
      `\ufeffJour;Visites;Clics;Inscriptions;Premiers paiements;Renouvellements;Remboursements;Revenu (€);Commissions (€)\r\n${DAY};0;0;1;1;0;0;2,50;0,75\r\n`,
    );
  });

  test('disarms a cell that would be a formula; quotes and line ends stay in their cell', () => {
    expect(toCsv([['=1+1', '+33', '-x', '@sum', '\tx', '＝1+1', '\n=1', -2, 'a"b', 'c;d', 'e\nf', null]])).toBe(
      '\ufeff\'=1+1;\'+33;\'-x;\'@sum;\'\tx;\'＝1+1;"\'\n=1";-2;"a""b";"c;d";"e\nf";\r\n',
    );
  });
});
