import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { atThePartner, eventNames, newTransaction, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const cancel = (query: Record<string, string>) => billing.verdictOf({ event: 'cancellation', ...query });

const paying = async (occurred_at?: string) => {
  const subscriber = await atThePartner(billing);
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4: subscriber.sub4, ...(occurred_at && { occurred_at }) }).expect(200);
  return { ...subscriber, transaction_id };
};

describe('a cancellation by the partner', () => {
  test('keeps access to the end of the paid period and publishes that end without the days of grace', async () => {
    const { id, sub4, checkPayment, subscription } = await paying();
    const before = await subscription();
    expect(await cancel({ sub4 })).toBe('recorded');
    expect(await checkPayment()).toBe(true);
    expect(await subscription()).toEqual({ ...before, state: 'cancelled', nextCharge: null });
    expect((await billing.events(id)).at(-1)).toMatchObject({
      name: 'subscription.cancelled',
      revision: 2,
      data: { paidUntil: before.paidUntil },
    });
    expect(await eventNames(billing, id)).toEqual([
      'subscription.activated',
      'payment.recorded',
      'subscription.cancelled',
    ]);
  });

  test('ends every contract begun before it where it names a macro that the partner has not filled in', async () => {
    const { email, subscription } = await billing.subscriber();
    const sub4 = '{clickid}';
    await billing.verdictOf({ email, sub4, occurred_at: daysAgo(10) });
    await billing.verdictOf({ email, occurred_at: daysAgo(5) });
    expect(await cancel({ email, sub4 })).toBe('recorded');
    expect((await subscription()).state).toBe('cancelled');
  });

  test('without a name is of the only contract of its partner, and of none where there are several', async () => {
    const requestEnd = async ({ email }: { email: string }) => {
      await billing.request
        .post('/api/contract/cancellation')
        .send({ firstName: 'Anaïs', lastName: 'Le Goff', email })
        .expect(201);
    };
    const openOrders = async (subscriberId: string) => {
      const { rows } = await billing.query<{ transaction_id: string }>(
        `select o.transaction_id from partner_orders o join ledger using (partner, transaction_id)
         where subscriber_id = $1 and action = 'cancel' and done_at is null`,
        [subscriberId],
      );
      return rows.length;
    };
    const [single, double] = [await paying(daysAgo(2)), await paying(daysAgo(2))];
    await billing.verdictOf({ email: double.email, occurred_at: daysAgo(1) });
    for (const subscriber of [single, double]) await requestEnd(subscriber);
    expect([await openOrders(single.id), await openOrders(double.id)]).toEqual([1, 2]);
    for (const { email } of [single, double]) expect(await cancel({ email })).toBe('recorded');
    expect([await openOrders(single.id), await openOrders(double.id)]).toEqual([0, 2]);
  });

  test('ends access at the end of the paid period, without days of grace', async () => {
    const cancelled = await paying();
    const renewing = await paying();
    await cancel({ sub4: cancelled.sub4 });
    const { paidUntil } = await cancelled.subscription();
    const days = (new Date(String(paidUntil)).getTime() - Date.now()) / DAY_MS + 1;
    billing.travel(days);
    try {
      expect(await cancelled.checkPayment()).toBe(false);
      await billing.subscriptions.sweep();
      expect((await cancelled.subscription()).state).toBe('expired');
      expect((await eventNames(billing, cancelled.id)).at(-1)).toBe('subscription.expired');
      expect(await billing.subscriptions.sweep()).toBe(0);
      expect((await renewing.subscription()).state).toBe('grace');
      expect(await cancel({ sub4: renewing.sub4 })).toBe('recorded');
      expect(await renewing.checkPayment()).toBe(false);
    } finally {
      billing.travel(-days);
    }
  });

  test('has one effect when it is delivered five times at once', async () => {
    const { id, sub4 } = await paying();
    const transaction_id = newTransaction();
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => cancel({ transaction_id, sub4 })));
    expect(verdicts.sort()).toEqual([...Array.from({ length: 4 }, () => 'duplicate'), 'recorded']);
    expect(await billing.ledger(id)).toEqual([200, 0]);
    expect((await eventNames(billing, id)).filter((name) => name === 'subscription.cancelled')).toHaveLength(1);
  });

  test('is matched by the transaction of the payment, and waits until that payment arrives', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const cancellation = newTransaction();
    expect(await cancel({ transaction_id: cancellation, original_transaction_id: transaction_id })).toBe('unmatched');
    expect(await billing.verdictOf({ transaction_id, sub4, occurred_at: daysAgo(1) })).toBe('recorded');
    expect(await billing.verdicts(cancellation)).toEqual(['recorded']);
    expect((await subscription()).state).toBe('cancelled');
  });

  test('ends with a new first payment, and stays after a renewal that crossed it', async () => {
    const { id, sub4, subscription } = await paying(daysAgo(10));
    await cancel({ sub4, occurred_at: daysAgo(5) });
    const cancelled = await subscription();
    await billing.verdictOf({ sub4, event: 'renewal', amount: '5.00', occurred_at: daysAgo(4) });
    const renewed = await subscription();
    expect(renewed.state).toBe('cancelled');
    expect(String(renewed.paidUntil) > String(cancelled.paidUntil)).toBe(true);
    await billing.verdictOf({ sub4, occurred_at: daysAgo(1) });
    expect((await subscription()).state).toBe('active');
    expect((await eventNames(billing, id)).at(-2)).toBe('subscription.renewed');
  });

  test('leaves a refund of the payment its effect, and cannot itself be refunded', async () => {
    const { sub4, transaction_id, subscription } = await paying();
    const cancellation = newTransaction();
    await cancel({ transaction_id: cancellation, sub4 });
    expect(await billing.verdictOf({ event: 'refund', original_transaction_id: cancellation })).toBe('unmatched');
    expect(await billing.verdictOf({ event: 'refund', original_transaction_id: transaction_id })).toBe('recorded');
    expect((await subscription()).state).toBe('revoked');
  });

  test('is assigned by the administrator where nothing explains it', async () => {
    const { email, subscription } = await paying();
    const transaction_id = newTransaction();
    expect(await cancel({ transaction_id, sub4: 'unknown', amount: '5.00' })).toBe('unmatched');
    const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
    const { body } = await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(200);
    const waiting = (body as { id: string; transaction_id: string }[]).find(
      (postback) => postback.transaction_id === transaction_id,
    );
    expect(waiting).toMatchObject({ event: 'cancellation', amount_cents: null, discrepancies: [] });
    await billing.request
      .post(`/api/postbacks/${waiting?.id}/reconcile`)
      .set({ authorization })
      .send({ email })
      .expect(200);
    expect((await subscription()).state).toBe('cancelled');
  });
});
