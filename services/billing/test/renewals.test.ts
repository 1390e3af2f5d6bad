import { describe, expect, test } from '@jest/globals';
import { parisDay } from 'contracts/days';
import type { EventName } from 'contracts/events';
import { OFFER_CURRENCY } from 'contracts/offer';
import { NOTICE_DAYS } from '../src/subscriptions/renewal-notices.ts';
import { atThePartner, GRACE_DAYS, newTransaction, useBilling } from './harness.ts';

const DAY_MS = 24 * 60 * 60_000;
const billing = useBilling();

/** Returns the date so many days from billing's present. */
const inDays = async (days: number): Promise<string> => {
  const { rows } = await billing.postgres.query<{ now: Date }>('select clock_timestamp() as now');
  return new Date((rows[0]?.now.getTime() ?? 0) + days * DAY_MS).toISOString();
};
const dayIn = async (days: number): Promise<string> => parisDay(await inDays(days));
/** Creates a subscriber who has paid for so many days. */
const paidFor = async (days: number) => {
  const subscriber = await atThePartner(billing);
  const transaction = newTransaction();
  const paidUntil = await inDays(days);
  await billing.postback({ transaction_id: transaction, sub4: subscriber.sub4, paid_until: paidUntil }).expect(200);
  return { ...subscriber, transaction, paidUntil };
};
const dataOf = async (subscriberId: string, name: EventName) =>
  (await billing.events(subscriberId)).filter((event) => event.name === name).map(({ data }) => data);
const cancel = (transaction: string) =>
  billing
    .postback({ transaction_id: newTransaction(), event: 'cancellation', original_transaction_id: transaction })
    .expect(200);
const requestEnd = async (subscriberId: string, email: string, day: string) =>
  billing.request
    .post('/api/contract/cancellation')
    .set('authorization', `Bearer ${await billing.token(subscriberId)}`)
    .send({ firstName: 'Anaïs', lastName: 'Le Goff', email, effectiveDay: day })
    .expect(201);

describe('payment.recorded', () => {
  test('carries the receipt of a payment with its next charge', async () => {
    const { id, paidUntil } = await paidFor(20);
    const [payment] = await dataOf(id, 'payment.recorded');
    expect(payment).toMatchObject({
      receipt: {
        number: expect.stringMatching(/^R-\d{4}-\d\d-\d\d-\w{8}$/),
        nextCharge: { at: paidUntil, amountCents: 500, currency: OFFER_CURRENCY },
      },
    });
  });

  test('carries no receipt of a refund', async () => {
    const { id, transaction } = await paidFor(20);
    await billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction });
    const [, refund] = await dataOf(id, 'payment.recorded');
    expect(refund).not.toHaveProperty('receipt');
  });
});

describe('a renewal notice', () => {
  test('is published once, some days before the charge', async () => {
    const early = await paidFor(NOTICE_DAYS + 1);
    const due = await paidFor(NOTICE_DAYS - 0.5);
    await Promise.all([billing.renewalNotices.announce(), billing.renewalNotices.announce()]);
    await billing.renewalNotices.announce();
    expect(await dataOf(early.id, 'renewal.upcoming')).toEqual([]);
    expect(await dataOf(due.id, 'renewal.upcoming')).toEqual([
      { subscriberId: due.id, chargeAt: due.paidUntil, amountCents: 500, currency: OFFER_CURRENCY },
    ]);
  });

  test('is published again for the next period', async () => {
    const { id, transaction } = await paidFor(1);
    await billing.renewalNotices.announce();
    const paidUntil = await inDays(2);
    await billing.postback({
      transaction_id: newTransaction(),
      event: 'renewal',
      original_transaction_id: transaction,
      paid_until: paidUntil,
    });
    await billing.renewalNotices.announce();
    expect(await dataOf(id, 'renewal.upcoming')).toMatchObject([{}, { chargeAt: paidUntil }]);
  });

  test('is not published of a contract that is cancelled, or will be by then', async () => {
    const cancelled = await paidFor(1);
    await cancel(cancelled.transaction);
    const scheduled = await paidFor(2.5);
    await requestEnd(scheduled.id, scheduled.email, await dayIn(1));
    await billing.renewalNotices.announce();
    expect(await dataOf(cancelled.id, 'renewal.upcoming')).toEqual([]);
    expect(await dataOf(scheduled.id, 'renewal.upcoming')).toEqual([]);
  });
});

describe('a renewal notice of a contract whose end is scheduled', () => {
  test('is published once the end is moved beyond the charge', async () => {
    const { id, email, paidUntil } = await paidFor(2.5);
    await requestEnd(id, email, await dayIn(1));
    await billing.renewalNotices.announce();
    await requestEnd(id, email, await dayIn(20));
    await billing.renewalNotices.announce();
    await billing.renewalNotices.announce();
    expect(await dataOf(id, 'renewal.upcoming')).toMatchObject([{ chargeAt: paidUntil }]);
  });

  test('holds up no other, however many there are', async () => {
    const tomorrow = await inDays(1);
    await billing.query(
      `with ending as (
         insert into subscriptions (subscriber_id, state, paid_until, revision)
         select gen_random_uuid(), 'active', $1, 1 from generate_series(1, 250) returning subscriber_id)
       insert into contract_requests (id, reference, kind, outcome, subscriber_id, received_at, effective_at)
       select gen_random_uuid(), 'RES-' || subscriber_id, 'cancellation', 'scheduled', subscriber_id, now(), now() + interval '1 hour' from ending`,
      [tomorrow],
    );
    const { id } = await paidFor(1.5);
    await billing.renewalNotices.announce();
    expect(await dataOf(id, 'renewal.upcoming')).toHaveLength(1);
  });
});

describe('a renewal that has not come', () => {
  test('is published once, when the days of grace begin', async () => {
    const { id, paidUntil } = await paidFor(1);
    const cancelled = await paidFor(1);
    await cancel(cancelled.transaction);
    billing.travel(1.5);
    try {
      await billing.subscriptions.sweep();
      await billing.subscriptions.sweep();
      billing.travel(GRACE_DAYS);
      await billing.subscriptions.sweep();
    } finally {
      billing.travel(-1.5 - GRACE_DAYS);
    }
    expect(await dataOf(id, 'renewal.failed')).toEqual([
      {
        subscriberId: id,
        chargeAt: paidUntil,
        accessUntil: new Date(Date.parse(paidUntil) + GRACE_DAYS * DAY_MS).toISOString(),
        amountCents: 500,
        currency: OFFER_CURRENCY,
      },
    ]);
    expect(await dataOf(cancelled.id, 'renewal.failed')).toEqual([]);
  });

  test('is not published where a refund moved the end into the past', async () => {
    const { id, transaction } = await paidFor(-1);
    const renewal = newTransaction();
    await billing.postback({
      transaction_id: renewal,
      event: 'renewal',
      original_transaction_id: transaction,
      paid_until: await inDays(20),
    });
    await billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: renewal });
    expect(await dataOf(id, 'renewal.failed')).toEqual([]);
  });
});
