import { randomUUID } from 'node:crypto';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { modelFacts } from 'testing/events';
import { toCsv } from '../src/csv.ts';
import { app, comeBy, consumeAt, DAY, overviewOf, pays, registers, request } from './overview-harness.ts';

describe('the figures of a period', () => {
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

    // Stays when all facts of a day have moved elsewhere.
    await app.postgres.query(`insert into day_figures (day, affiliate_id) values ('2026-03-01', $1)`, [affiliate.id]);

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
    expect(seen.first_day).toBe(DAY);
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

describe('the earnings of a period', () => {
  test('is the commission of the payment’s day less the clawback of the refund’s, by affiliate, model and source', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id });
    await app.consume('model.created', model);
    // The payments arrive before the registrations that contain their source.
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
