import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { createEvent } from 'service-kit/outbox';
import { modelFacts, subscriberFacts } from 'testing/events';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const person = (affiliate: string, modelSlug: string): EventData<'subscriber.registered'> =>
  subscriberFacts({ tracking: { clickId: 'CLICK1', affiliate, pixelId: 'PIX1' }, modelSlug });
const payment = (subscriberId: string, affiliate = '', modelSlug = ''): EventData<'payment.recorded'> => ({
  id: randomUUID(),
  subscriberId,
  amountCents: 200,
  currency: 'EUR',
  kind: 'first',
  affiliate,
  modelSlug,
});
const creditOf = async (table: 'registrations' | 'payments', subscriberId: string) =>
  (
    await app.postgres.query<{ affiliate_id: string | null }>(
      `select affiliate_id from ${table} where subscriber_id = $1`,
      [subscriberId],
    )
  ).rows.map(({ affiliate_id }) => affiliate_id);

describe('the credited affiliate', () => {
  test('is the affiliate of the link, else the owner of the model, else none', async () => {
    const [named, owner] = [await app.create(), await app.create()];
    const [owned, free] = [modelFacts({ affiliateId: owner.id }), modelFacts()];
    await app.consume('model.created', owned);
    await app.consume('model.created', free);
    for (const [affiliate, modelSlug, credited] of [
      [named.slug, owned.slug, named.id],
      ['', owned.slug, owner.id],
      ['unknown', owned.slug, owner.id],
      ['', free.slug, null],
    ] as const) {
      const registered = person(affiliate, modelSlug);
      await app.consume('subscriber.registered', registered);
      await app.consume('payment.recorded', payment(registered.id, affiliate, modelSlug));
      expect(await creditOf('registrations', registered.id)).toEqual([credited]);
      expect(await creditOf('payments', registered.id)).toEqual([credited]);
    }
  });

  test('is the owner of the model from whose page the person registered, although another affiliate’s model has its slug by now', async () => {
    const [owner, other] = [await app.create(), await app.create()];
    const model = modelFacts({ affiliateId: owner.id });
    await app.consume('model.created', model);
    await app.consume('model.updated', { ...model, slug: `${model.slug}-neuf` }, 2);
    await app.consume('model.created', modelFacts({ affiliateId: other.id, slug: model.slug }));
    const registered = { ...person('', model.slug), modelId: model.id };
    await app.consume('subscriber.registered', registered);
    expect(await creditOf('registrations', registered.id)).toEqual([owner.id]);
  });

  test('does not credit visits to an inactive affiliate', async () => {
    const paused = await app.createAndLogIn();
    await app.http
      .put(`/api/affiliates/${paused.slug}`)
      .set('Authorization', paused.bearer)
      .send({ is_active: false })
      .expect(200);
    const registered = person(paused.slug, 'no-model');
    await app.consume('subscriber.registered', registered);
    expect(await creditOf('registrations', registered.id)).toEqual([null]);
  });

  test('credits payment and registration alike in either order', async () => {
    const { id, slug } = await app.create();
    const registered = person(slug, 'no-model');
    await app.consume('payment.recorded', payment(registered.id));
    expect(await creditOf('payments', registered.id)).toEqual([null]);
    await app.consume('subscriber.registered', registered);
    expect(await creditOf('payments', registered.id)).toEqual([id]);
  });

  test('is the affiliate that identity and billing name, whatever the links named', async () => {
    const [decided, linked] = [await app.create(), await app.create()];
    const registered = {
      ...person(linked.slug, 'no-model'),
      attribution: { affiliateId: decided.id, reason: 'sub2' as const },
    };
    const { affiliate: _slug, ...paid } = payment(registered.id);
    await app.consume('payment.recorded', { ...paid, affiliateId: null });
    await app.consume('subscriber.registered', registered);
    await app.consume('payment.recorded', { ...paid, id: randomUUID(), affiliateId: decided.id });
    expect(await creditOf('registrations', registered.id)).toEqual([decided.id]);
    expect((await creditOf('payments', registered.id)).sort()).toEqual([decided.id, null].sort());
  });

  test('is corrected by a later event that states it', async () => {
    const [before, after] = [await app.create(), await app.create()];
    const registered = person(before.slug, 'no-model');
    await app.consume('subscriber.registered', registered);
    await app.consume(
      'subscriber.registered',
      { ...registered, attribution: { affiliateId: after.id, reason: 'sub2' } },
      2,
    );
    expect(await creditOf('registrations', registered.id)).toEqual([after.id]);
  });

  test('counts on the day of an event that is published again, where the first one stated another', async () => {
    const registered = person('', modelFacts().slug);
    const paid = payment(registered.id);
    const at = '2026-03-10T12:00:00.000Z';
    const events = [
      { ...createEvent('subscriber.registered', registered, 1), occurredAt: '2026-01-29T12:00:00.000Z' },
      { ...createEvent('payment.recorded', paid, 1), occurredAt: '2026-01-29T12:00:00.000Z' },
    ];
    for (const event of events) await app.deliver(event);
    for (const event of events) await app.deliver({ ...event, id: randomUUID(), occurredAt: at });
    const { rows } = await app.postgres.query<{ at: Date }>(
      `select registered_at as at from registrations where subscriber_id = $1
       union all select recorded_at from payments where subscriber_id = $1`,
      [registered.id],
    );
    expect(rows.map((row) => row.at.toISOString())).toEqual([at, at]);
  });

  test('counts an event that comes twice once', async () => {
    const { slug } = await app.create();
    const registered = person(slug, 'no-model');
    const first = await app.consume('subscriber.registered', registered);
    await app.listeners['subscriber.registered'](first);
    const paid = await app.consume('payment.recorded', payment(registered.id, slug));
    await app.listeners['payment.recorded'](paid);
    await app.consume('payment.recorded', paid.data);
    expect(await creditOf('registrations', registered.id)).toHaveLength(1);
    expect(await creditOf('payments', registered.id)).toHaveLength(1);
  });

  test('deletes the link of an erased person, consumed before or after the registration', async () => {
    const [early, late] = [person('', 'm'), person('', 'm')];
    await app.consume('subscriber.erased', { id: early.id });
    await app.consume('subscriber.registered', early);
    await app.consume('subscriber.registered', late);
    await app.consume('subscriber.erased', { id: late.id });
    const { rows } = await app.postgres.query(
      'select click_id, pixel_id, is_erased from registrations where subscriber_id = any($1)',
      [[early.id, late.id]],
    );
    expect(rows).toEqual(Array(2).fill({ click_id: '', pixel_id: '', is_erased: true }));
  });
});

describe('the export of the affiliate service', () => {
  const exported = async (id: string): Promise<unknown> =>
    (
      await app.http
        .get('/api/account/data/affiliate')
        .set('Authorization', await app.subscriberToken(id))
        .expect(200)
    ).body;

  test('holds registration and payments of the subscriber alone, and no link after the erasure', async () => {
    const { id: affiliateId, slug } = await app.create();
    const [lea, tom] = [person(slug, 'nina'), person('', 'm')];
    for (const one of [lea, tom]) await app.consume('subscriber.registered', one);
    await app.consume('payment.recorded', { ...payment(lea.id, slug, 'nina'), affiliateId });
    const moment = expect.any(String) as unknown;
    expect(await exported(lea.id)).toEqual({
      registration: {
        affiliate_id: affiliateId,
        model_slug: 'nina',
        click_id: 'CLICK1',
        pixel_id: 'PIX1',
        registered_at: moment,
      },
      payments: [
        {
          kind: 'first',
          amount_cents: 200,
          currency: 'EUR',
          affiliate_id: affiliateId,
          model_slug: 'nina',
          occurred_at: moment,
        },
      ],
      outgoing_postbacks: [],
    });
    await app.consume('subscriber.erased', { id: lea.id });
    expect(await exported(lea.id)).toMatchObject({ registration: { click_id: '', pixel_id: '' } });
    expect(await exported(tom.id)).toMatchObject({ registration: { click_id: 'CLICK1' }, payments: [] });
    expect(await exported(randomUUID())).toEqual({ registration: null, payments: [], outgoing_postbacks: [] });
  });
});

describe('health', () => {
  test('is ready after the migration, with a public key set', async () => {
    await app.readiness.database();
    const { body } = await app.http.get('/.well-known/jwks.json').expect(200);
    expect(body.keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
  });
});
