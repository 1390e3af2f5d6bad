import { randomUUID } from 'node:crypto';
import type { CommissionTerms } from 'contracts/commissions';
import type { EventData } from 'contracts/events';
import fc from 'fast-check';
import { createEvent } from 'service-kit/outbox';
import { subscriberFacts } from 'testing/events';
import { createTermsRepository } from '../src/commissions/terms.repository.ts';
import { SITE_TERMS, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(async () => {
  const violations = await app.commissionCheck.check();
  await app.stop();
  expect(violations).toEqual([]);
});

type Payment = EventData<'payment.recorded'>;
const DAY_MS = 86_400_000;
const AT = Date.parse('2026-03-10T12:00:00.000Z');

const newPayment = (affiliateId: string | null, facts: Partial<Payment> = {}): Payment => ({
  id: randomUUID(),
  subscriberId: randomUUID(),
  amountCents: 200,
  currency: 'EUR',
  kind: 'first',
  affiliateId,
  modelSlug: 'nina',
  ...facts,
});
const refundOf = ({ id, ...payment }: Payment, cents: number, facts: Partial<Payment> = {}): Payment => ({
  ...payment,
  id: randomUUID(),
  kind: 'refund',
  amountCents: -cents,
  refundedId: id,
  ...facts,
});
const consume = (data: Payment, at = AT) =>
  app.deliver({ ...createEvent('payment.recorded', data, 1), occurredAt: new Date(at).toISOString() });
const entriesOf = async (affiliateId: string) =>
  (
    await app.postgres.query<{ kind: string; amount_cents: number; currency: string; available_at: Date }>(
      'select kind, amount_cents, currency, available_at from commission_entries where affiliate_id = $1 order by sequence',
      [affiliateId],
    )
  ).rows;
const amountsOf = async (affiliateId: string) => (await entriesOf(affiliateId)).map(({ amount_cents }) => amount_cents);
const sumOf = async (affiliateId: string) => (await amountsOf(affiliateId)).reduce((sum, cents) => sum + cents, 0);

describe('commissions', () => {
  test('follow payments, renewals and refunds by the site’s terms', async () => {
    const { id } = await app.create();
    const first = newPayment(id);
    await consume(first);
    await consume({ ...first, id: randomUUID(), kind: 'renewal', amountCents: 500 }, AT + DAY_MS);
    await consume(refundOf(first, 100), AT + 2 * DAY_MS);
    expect(await entriesOf(id)).toEqual([
      { kind: 'commission', amount_cents: 60, currency: 'EUR', available_at: new Date(AT + 30 * DAY_MS) },
      { kind: 'commission', amount_cents: 63, currency: 'EUR', available_at: new Date(AT + 31 * DAY_MS) },
      { kind: 'clawback', amount_cents: -30, currency: 'EUR', available_at: new Date(AT + 30 * DAY_MS) },
    ]);
  });

  test('are not earned on what is credited to none', async () => {
    const before = (await app.postgres.query('select id from commission_entries')).rowCount;
    await consume(newPayment(null));
    expect((await app.postgres.query('select id from commission_entries')).rowCount).toBe(before);
  });

  test('are added once, however often and in which order their events are delivered', async () => {
    const { id } = await app.create();
    const payment = newPayment(id);
    const [whole, part] = [refundOf(payment, 150), refundOf(payment, 50)];
    await consume(part, AT + DAY_MS);
    await consume(whole, AT + 2 * DAY_MS);
    expect(await amountsOf(id)).toEqual([]);
    await consume(payment);
    await consume(payment);
    await consume(part, AT + DAY_MS);
    expect(await amountsOf(id)).toEqual([60, -15, -45]);
  });

  test('follow a credit that the registration corrects', async () => {
    const [linked, decided] = [await app.create(), await app.create()];
    const { affiliateId: _stated, ...payment } = newPayment(null, { affiliate: linked.slug });
    await consume(payment);
    expect(await amountsOf(linked.id)).toEqual([60]);
    const subscriber = subscriberFacts({
      id: payment.subscriberId,
      tracking: { clickId: '', affiliate: linked.slug, pixelId: '' },
      attribution: { affiliateId: decided.id, reason: 'sub2' },
    });
    await app.consume('subscriber.registered', subscriber);
    expect(await amountsOf(linked.id)).toEqual([60, -60]);
    expect(await amountsOf(decided.id)).toEqual([60]);
  });

  test('claws commissions back once the payment of a refund is named later', async () => {
    const { id } = await app.create();
    const payment = newPayment(id);
    const { refundedId, ...unnamed } = refundOf(payment, 200);
    await consume(payment);
    await consume(unnamed);
    expect(await sumOf(id)).toBe(60);
    await consume({ ...unnamed, ...(refundedId === undefined ? {} : { refundedId }) });
    expect(await sumOf(id)).toBe(0);
  });

  test('have the same sums for any order and repetition of their events', async () => {
    const rounds = fc.record({
      amounts: fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 3 }),
      parts: fc.array(fc.record({ payment: fc.nat({ max: 2 }), cents: fc.nat({ max: 6_000 }) }), { maxLength: 4 }),
      seed: fc.array(fc.nat({ max: 1_000 }), { minLength: 12, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(rounds, async ({ amounts, parts, seed }) => {
        const [straight, shuffled] = [randomUUID(), randomUUID()];
        const historyOf = (affiliateId: string) => {
          const subscriberId = randomUUID();
          const payments = amounts.map((amountCents, index) =>
            newPayment(affiliateId, { subscriberId, amountCents, kind: index === 0 ? 'first' : 'renewal' }),
          );
          const refunds = parts.flatMap(({ payment, cents }) => {
            const refunded = payments[payment % payments.length];
            return refunded ? [refundOf(refunded, cents)] : [];
          });
          return [...payments, ...refunds].map((data, index) => ({ data, at: AT + index * 1_000 }));
        };
        for (const { data, at } of historyOf(straight)) await consume(data, at);
        const history = historyOf(shuffled);
        const order = [
          ...seed.map((pick) => history[pick % history.length]),
          ...history.toSorted((one, other) => (one.data.id < other.data.id ? -1 : 1)),
        ];
        for (const one of order) if (one) await consume(one.data, one.at);
        expect(await sumOf(shuffled)).toBe(await sumOf(straight));
      }),
      { numRuns: 40 },
    );
  });

  test('and terms cannot be changed or removed', async () => {
    for (const table of ['commission_entries', 'commission_terms'])
      for (const statement of [`update ${table} set affiliate_id = affiliate_id`, `delete from ${table}`])
        await expect(app.postgres.query(statement)).rejects.toThrow('only ever added');
  });

  test('credits no commission for payments from before commissions existed, whatever is delivered again', async () => {
    const { id } = await app.create();
    const payment = newPayment(id);
    await app.postgres.query(
      `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at, earns_commission)
       values ($1, $2, $3, 200, 'EUR', 'first', '', now(), false)`,
      [payment.id, payment.subscriberId, id],
    );
    await consume(payment);
    await consume(refundOf(payment, 200));
    expect(await amountsOf(id)).toEqual([]);
  });
});

describe('the earnings from one subscriber', () => {
  const read = (id: string, authorization?: string) =>
    app.http.get(`/api/payouts/subscribers/${id}`).set(authorization ? { authorization } : {});
  const earnedFrom = async (id: string) => (await read(id, app.administrator).expect(200)).body as unknown;
  /** Registers a subscriber of the affiliate, or of none. */
  const register = async (affiliateId: string | null) => {
    const attribution = { affiliateId, reason: affiliateId ? ('sub2' as const) : ('none' as const) };
    const subscriber = subscriberFacts({ attribution });
    await app.consume('subscriber.registered', subscriber);
    return subscriber.id;
  };

  test('is commissions less clawbacks, each currency by itself', async () => {
    const { id } = await app.create();
    const subscriberId = await register(id);
    expect(await earnedFrom(subscriberId)).toEqual({ is_credited: true, earned: [] });
    const first = newPayment(id, { subscriberId });
    await consume(first);
    await consume(newPayment(id, { subscriberId, kind: 'renewal', amountCents: 500, currency: 'USD' }));
    await consume(newPayment(id));
    expect(await earnedFrom(subscriberId)).toEqual({
      is_credited: true,
      earned: [
        { currency: 'EUR', cents: 60 },
        { currency: 'USD', cents: 63 },
      ],
    });
    await consume(refundOf(first, 200));
    expect(await earnedFrom(subscriberId)).toMatchObject({ earned: [{ cents: 0 }, { cents: 63 }] });
  });

  test('is nothing without a credited affiliate', async () => {
    const subscriberId = await register(null);
    await consume(newPayment(null, { subscriberId }));
    expect(await earnedFrom(subscriberId)).toEqual({ is_credited: false, earned: [] });
  });

  test('is the administrator’s to read, of a subscriber who is not erased', async () => {
    const { id, bearer } = await app.createAndLogIn();
    const subscriberId = await register(id);
    await read(subscriberId).expect(401);
    for (const other of [bearer, app.subscriber]) await read(subscriberId, other).expect(403);
    await app.consume('subscriber.erased', { id: subscriberId }, 2);
    for (const absent of [subscriberId, randomUUID()])
      expect((await read(absent, app.administrator).expect(404)).body).toMatchObject({ code: 'SUBSCRIBER_NOT_FOUND' });
    await read('nonsense', app.administrator).expect(400);
  });
});

describe('new terms', () => {
  const agreed: CommissionTerms = { ...SITE_TERMS, first: { kind: 'fixed', cents: 150 } };

  test('hold for payments that are recorded from then on, whenever their events arrive', async () => {
    const { id } = await app.create();
    const early = newPayment(id);
    await consume(early);
    await createTermsRepository().add(app.postgres, id, agreed, '2026-03-11');
    // Midnight in Paris is 23:00 in UTC.
    await consume(newPayment(id), Date.parse('2026-03-10T23:00:00.000Z'));
    await consume(newPayment(id), Date.parse('2026-03-10T22:59:59.999Z'));
    await consume(refundOf(early, 100), AT + 2 * DAY_MS);
    expect(await amountsOf(id)).toEqual([60, 150, 60, -30]);
  });
});

describe('the daily check', () => {
  test('settles what a replica of the former version recorded, and names what is wrong', async () => {
    const { id } = await app.create();
    const payment = newPayment(id);
    await app.postgres.query(
      `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at) values ($1, $2, $3, 200, 'EUR', 'first', '', now())`,
      [payment.id, payment.subscriberId, id],
    );
    expect(await app.commissionCheck.check()).toEqual([
      { rule: 'credited payment without a commission', count: 1, ids: [payment.id] },
    ]);
    expect(await app.commissionCheck.settle()).toBe(false);
    expect(await amountsOf(id)).toEqual([60]);
    expect(await app.commissionCheck.check()).toEqual([]);
  });
});
