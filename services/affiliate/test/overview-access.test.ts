import { addDays, countDays, parisDay } from 'contracts/days';
import { modelFacts } from 'testing/events';
import { app, comeBy, DAY, overviewOf, pays, registers, request } from './overview-harness.ts';

describe('small samples', () => {
  test('a source of fewer than five registrations is counted among the others, for its affiliate alone', async () => {
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

  test('an affiliate sees only the day of a person’s event, the administrator everything', async () => {
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

describe('access to overview and audit', () => {
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
