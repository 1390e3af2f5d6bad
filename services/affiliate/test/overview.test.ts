import { randomUUID } from 'node:crypto';
import { addDays, countDays, parisDay } from 'contracts/days';
import type { Event, EventData } from 'contracts/events';
import type { Overview } from 'contracts/overview';
import { modelFacts } from 'testing/events';
import { toCsv } from '../src/csv.ts';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const DAY = '2026-03-10';
/** What these tests leave at zero. */
const NONE = { visits: 0, clicks: 0, renewals: 0 };
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
const registers = (affiliate: string, modelSlug: string, at = `${DAY}T12:00:00.000Z`, id: string = randomUUID()) =>
  consumeAt('subscriber.registered', at, {
    id,
    email: 'secret@example.org',
    firstName: 'Secrète',
    lastName: 'B',
    username: 's',
    tracking: { clickId: 'CLICK', affiliate, pixelId: '' },
    modelSlug,
  });
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
    expect(seen.totals).toEqual({ ...NONE, registrations: 2, paid: 2, refunds: 1, revenue_cents: 200 });
    expect(seen.previous).toEqual({ ...NONE, registrations: 0, paid: 0, refunds: 0, revenue_cents: 0 });
    expect(seen.series).toEqual([
      { day: '2026-03-09', ...NONE, registrations: 0, paid: 0, refunds: 0, revenue_cents: 0 },
      { day: DAY, ...NONE, registrations: 2, paid: 2, refunds: 0, revenue_cents: 400 },
      { day: '2026-03-11', ...NONE, registrations: 0, paid: 0, refunds: 1, revenue_cents: -200 },
    ]);
    expect(seen.models).toEqual([{ slug: model.slug, name: 'Solène', ...seen.totals }]);
    expect(seen.affiliates).toEqual([]);
    expect(seen.latest[0]).toMatchObject({
      kind: 'refund',
      amount_cents: -200,
      model: { slug: model.slug, name: 'Solène' },
    });
    expect(JSON.stringify(seen)).not.toMatch(/secret|Secr|CLICK/);

    const all = (await request('overview', app.administrator, 'from=2026-03-09&to=2026-03-11').expect(200))
      .body as Overview;
    expect(all.affiliates).toContainEqual({ slug: affiliate.slug, name: affiliate.name, ...seen.totals });
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
      ...NONE,
      registrations: 1,
      paid: 4,
      refunds: 0,
      revenue_cents: 3_000_000_000,
      other_revenue: [{ currency: 'USD', cents: 1_400 }],
    };
    expect(seen.totals).toEqual(figures);
    expect(seen.series).toEqual([{ day: DAY, ...figures }]);
    expect(seen.models).toEqual([{ slug: renamed.slug, name: 'Nina Neuve', ...figures }]);
    expect(seen.latest[0]).toMatchObject({ amount_cents: 700, currency: 'USD' });
    const all = (await request('overview', app.administrator).expect(200)).body as Overview;
    expect(all.affiliates).toContainEqual({ slug: affiliate.slug, name: affiliate.name, ...figures });
    const { text } = await request(
      `${affiliate.slug}/overview`,
      affiliate.bearer,
      `from=${DAY}&to=${DAY}&format=csv`,
    ).expect(200);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffJour;Visites;Clics;Inscriptions;Premiers paiements;Renouvellements;Remboursements;Revenu (€);Revenu (USD)',
      `${DAY};0;0;1;4;0;0;30000000;14`,
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
      `\ufeffJour;Visites;Clics;Inscriptions;Premiers paiements;Renouvellements;Remboursements;Revenu (€)\r\n${DAY};0;0;1;1;0;0;2,5\r\n`,
    );
  });

  test('disarms a cell that would be a formula; quotes and line ends stay in their cell', () => {
    expect(toCsv([['=1+1', '+33', '-x', '@sum', '\tx', -2, 'a"b', 'c;d', 'e\nf', null]])).toBe(
      '\ufeff\'=1+1;\'+33;\'-x;\'@sum;\'\tx;-2;"a""b";"c;d";"e\nf";\r\n',
    );
  });
});
