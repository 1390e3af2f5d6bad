import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RefundOrder, SubscriberBilling } from 'contracts/operations/subscribers';
import { monthsAfter } from '../src/ledger/billing-period.ts';
import { oldTokenSession } from 'testing/token-sessions';
import {
  billing,
  calls,
  cancelled,
  daysAgo,
  ordered,
  partner,
  payAgain,
  paying,
  refunded,
  submit,
} from './contract-harness.ts';
import { newTransaction, whileLocked } from './harness.ts';

let administrator: string;
beforeAll(async () => {
  administrator = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

const one = async (id: string): Promise<SubscriberBilling> =>
  (await billing.request.get(`/api/subscribers/${id}`).set('authorization', administrator).expect(200))
    .body as SubscriberBilling;
/** Returns the entry of a transaction as the administrator sees it. */
const entryOf = async (id: string, transactionId: string) => {
  const found = (await one(id)).entries.find(({ transaction_id }) => transaction_id === transactionId);
  if (!found) throw new Error('the transaction has no entry');
  return found;
};
const send = (id: string, entryId: string, authorization = administrator) =>
  billing.request
    .post(`/api/subscribers/${id}/refunds`)
    .set(authorization ? { authorization } : {})
    .send({ entry_id: entryId });
const order = async ({ id }: { id: string }, transactionId: string) => send(id, (await entryOf(id, transactionId)).id);
/** Returns the error of an order. */
const rejectionOf = async (subscriber: { id: string }, transactionId: string) => {
  const { status, body } = await order(subscriber, transactionId);
  return `${status} ${(body as { code?: string }).code}`;
};
const refundStates = async ({ id }: { id: string }) =>
  (await one(id)).refund_orders?.map(({ transaction_id, state }) => [transaction_id, state]);
const partlyRefunded = (original_transaction_id: string, amount: string) =>
  billing
    .postback({ transaction_id: newTransaction(), event: 'partial_refund', amount, original_transaction_id })
    .expect(200);

describe('an order of the administrator to refund a payment', () => {
  test('reaches the partner, whose postback adds the refund to the ledger', async () => {
    const subscriber = await paying();
    const { id, transaction_id } = subscriber;
    const entry = await entryOf(id, transaction_id);
    const { body } = await send(id, entry.id).expect(201);
    expect(body as RefundOrder).toEqual({
      id: expect.any(String),
      entry_id: entry.id,
      transaction_id,
      state: 'open',
      ordered_at: expect.any(String),
    });
    expect((await one(id)).refund_orders).toEqual([body]);
    await billing.partnerOrders.runDue();
    expect(calls).toMatchObject([{ path: '/refund', body: { transaction_id } }]);
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'done']]);
    // The partner's response alone moves nothing.
    expect(await billing.ledger(id)).toEqual([200]);
    expect(await subscriber.checkPayment()).toBe(true);
    await refunded(transaction_id);
    expect(await billing.ledger(id)).toEqual([200, -200]);
    expect(await subscriber.checkPayment()).toBe(false);
    expect((await entryOf(id, transaction_id)).refundable).toBeUndefined();
    // The contract is not ended.
    expect(await ordered(transaction_id)).toEqual(['refund']);
  });

  test('is done with a postback that arrives before it is sent', async () => {
    const subscriber = await paying();
    await order(subscriber, subscriber.transaction_id).then(({ status }) => expect(status).toBe(201));
    await refunded(subscriber.transaction_id);
    await billing.partnerOrders.runDue();
    expect(calls).toEqual([]);
    expect(await refundStates(subscriber)).toEqual([[subscriber.transaction_id, 'done']]);
  });

  test('is rejected for everybody but an administrator with a recent login', async () => {
    const { id, transaction_id } = await paying();
    const entry = await entryOf(id, transaction_id);
    await send(id, entry.id, '').expect(401);
    await send(id, entry.id, `Bearer ${await billing.token(id)}`).expect(403);
    const old = await billing.token(randomUUID(), 'administrator', 'access', oldTokenSession());
    const { body } = await send(id, entry.id, `Bearer ${old}`).expect(403);
    expect(body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(await ordered(transaction_id)).toEqual([]);
  });

  test('needs a payment of that subscriber', async () => {
    const [subscriber, other] = [await paying(), await paying()];
    const payment = await entryOf(other.id, other.transaction_id);
    await refunded(subscriber.transaction_id);
    const refund = (await one(subscriber.id)).entries.find(({ kind }) => kind === 'refund');
    for (const entryId of [payment.id, refund?.id ?? '', randomUUID()])
      expect((await send(subscriber.id, entryId).expect(404)).body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    await send(subscriber.id, 'nonsense').expect(400);
    const unknown = await send(randomUUID(), payment.id).expect(404);
    expect(unknown.body).toMatchObject({ code: 'SUBSCRIBER_NOT_FOUND' });
    expect(await ordered(other.transaction_id)).toEqual([]);
    await billing.consume('subscriber.erased', { id: other.id }, 2);
    expect((await send(other.id, payment.id).expect(404)).body).toMatchObject({ code: 'SUBSCRIBER_NOT_FOUND' });
  });

  test('returns the first order to a retry with its Idempotency-Key', async () => {
    const { id, transaction_id } = await paying();
    const entry = await entryOf(id, transaction_id);
    const key = randomUUID();
    const first = await send(id, entry.id).set('idempotency-key', key).expect(201);
    const retry = await send(id, entry.id).set('idempotency-key', key).expect(201);
    expect(retry.body).toEqual(first.body);
    expect(await ordered(transaction_id)).toEqual(['refund']);
  });

  test('is accepted once, also of two that arrive at once', async () => {
    const subscriber = await paying();
    const { id, transaction_id } = subscriber;
    const entry = await entryOf(id, transaction_id);
    const statusOf = async () => (await send(id, entry.id)).status;
    expect(await whileLocked(billing, id, [statusOf, statusOf])).toEqual([201, 409]);
    expect(await rejectionOf(subscriber, transaction_id)).toBe('409 REFUND_ORDERED');
    await billing.partnerOrders.runDue();
    expect(calls).toHaveLength(1);
    // Accepted by the partner, whose postback has not arrived.
    expect(await rejectionOf(subscriber, transaction_id)).toBe('409 REFUND_ORDERED');
    await refunded(transaction_id);
    expect(await rejectionOf(subscriber, transaction_id)).toBe('409 PAYMENT_REFUNDED');
    expect(await ordered(transaction_id)).toEqual(['refund']);
  });

  test('is rejected for a payment that a refund from the lock before has refunded', async () => {
    const { id, transaction_id } = await paying();
    const entry = await entryOf(id, transaction_id);
    const outcomes = await whileLocked(billing, id, [
      async () => (await refunded(transaction_id)).status,
      async () => (await send(id, entry.id)).status,
    ]);
    expect(outcomes).toEqual([200, 409]);
    expect(await ordered(transaction_id)).toEqual([]);
  });

  test('is the withdrawal’s where that has ordered the same', async () => {
    const subscriber = await paying();
    await submit('withdrawal', { email: subscriber.email });
    expect(await rejectionOf(subscriber, subscriber.transaction_id)).toBe('409 REFUND_ORDERED');
    expect(await refundStates(subscriber)).toEqual([[subscriber.transaction_id, 'open']]);
  });

  test('leaves a withdrawal that follows nothing to order but the end of the contract', async () => {
    const subscriber = await paying();
    await order(subscriber, subscriber.transaction_id);
    await submit('withdrawal', { email: subscriber.email });
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel', 'refund']);
  });

  test('refunds what a partial refund has left, and is done once nothing is', async () => {
    const subscriber = await paying();
    const { id, transaction_id } = subscriber;
    await partlyRefunded(transaction_id, '0.50');
    expect((await entryOf(id, transaction_id)).refundable).toMatchObject({ remaining_cents: 150 });
    expect((await order(subscriber, transaction_id)).status).toBe(201);
    await partlyRefunded(transaction_id, '0.50');
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'open']]);
    await refunded(transaction_id);
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'done']]);
    expect(await billing.ledger(id)).toEqual([200, -50, -50, -100]);
  });

  test('is repeated by another where the partner has rejected it', async () => {
    const subscriber = await paying();
    const { transaction_id } = subscriber;
    await order(subscriber, transaction_id);
    partner.status = 404;
    await billing.partnerOrders.runDue();
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'rejected']]);
    expect((await order(subscriber, transaction_id)).status).toBe(201);
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'open']]);
    partner.status = 200;
    await billing.partnerOrders.runDue();
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'done']]);
    expect(calls).toHaveLength(2);
  });

  test('is repeated by another where no refund has followed its acceptance for seven days', async () => {
    const subscriber = await paying();
    const { id, transaction_id } = subscriber;
    await order(subscriber, transaction_id);
    await billing.partnerOrders.runDue();
    billing.travel(6.9);
    try {
      expect(await rejectionOf(subscriber, transaction_id)).toBe('409 REFUND_ORDERED');
      billing.travel(0.2);
      expect(await refundStates(subscriber)).toEqual([[transaction_id, 'unconfirmed']]);
      expect((await order(subscriber, transaction_id)).status).toBe(201);
      expect(await refundStates(subscriber)).toEqual([[transaction_id, 'open']]);
      await billing.partnerOrders.runDue();
      expect(calls).toHaveLength(2);
      await refunded(transaction_id);
      billing.travel(8);
      expect(await refundStates(subscriber)).toEqual([[transaction_id, 'done']]);
      expect(await billing.ledger(id)).toEqual([200, -200]);
    } finally {
      billing.shiftClock(0);
    }
  });

  test('is repeated by a withdrawal where the partner has rejected it', async () => {
    const subscriber = await paying();
    const { transaction_id } = subscriber;
    await order(subscriber, transaction_id);
    partner.status = 404;
    await billing.partnerOrders.runDue();
    partner.status = 200;
    await submit('withdrawal', { email: subscriber.email });
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'open']]);
    await billing.partnerOrders.runDue();
    expect(calls.map(({ path }) => path).toSorted()).toEqual(['/cancel', '/refund', '/refund']);
    expect(await refundStates(subscriber)).toEqual([[transaction_id, 'done']]);
  });

  test('waits at most an hour after any number of attempts', async () => {
    const subscriber = await paying();
    const { transaction_id } = subscriber;
    await order(subscriber, transaction_id);
    await billing.query('update partner_orders set attempts = 100000 where transaction_id = $1', [transaction_id]);
    partner.status = 503;
    await billing.partnerOrders.runDue();
    const { rows } = await billing.query(
      `select due_at <= clock_timestamp() + interval '1 hour' and due_at > clock_timestamp() + interval '50 minutes' as "isAnHour"
       from partner_orders where transaction_id = $1`,
      [transaction_id],
    );
    expect(rows).toEqual([{ isAnHour: true }]);
  });

  test('is rejected for a payment of a partner that takes no orders', async () => {
    const subscriber = await billing.subscriber();
    const transaction_id = newTransaction();
    await billing
      .postback({ key: 'key-of-the-second-partner-in-tests', transaction_id, email: subscriber.email }, 'second')
      .expect(200);
    expect((await entryOf(subscriber.id, transaction_id)).refundable).toMatchObject({ is_orderable: false });
    expect(await rejectionOf(subscriber, transaction_id)).toBe('409 REFUND_AT_PARTNER');
    expect(await ordered(transaction_id)).toEqual([]);
  });
});

describe('the announced effect of a refund', () => {
  const endOf = (begun: string) => monthsAfter(new Date(begun), 1).toISOString();
  const effectOf = async (id: string, transactionId: string) => (await entryOf(id, transactionId)).refundable;

  test('follows the fold: the payment of the present period closes access, an earlier one does not', async () => {
    const [before, now] = [daysAgo(40), daysAgo(9)];
    const subscriber = await paying(before);
    const renewal = newTransaction();
    await billing
      .postback({
        transaction_id: renewal,
        event: 'renewal',
        amount: '5.00',
        original_transaction_id: subscriber.transaction_id,
        occurred_at: now,
      })
      .expect(200);
    const common = { is_orderable: true, is_contract_open: true };
    expect(await effectOf(subscriber.id, renewal)).toEqual({ ...common, remaining_cents: 500, paid_until: null });
    expect(await effectOf(subscriber.id, subscriber.transaction_id)).toEqual({
      ...common,
      remaining_cents: 200,
      paid_until: endOf(now),
    });
    await refunded(subscriber.transaction_id);
    expect(await subscriber.checkPayment()).toBe(true);
    await refunded(renewal);
    expect(await subscriber.checkPayment()).toBe(false);
  });

  test('leaves what a second payment of the same day gives', async () => {
    const begun = daysAgo(2);
    const subscriber = await paying(begun);
    const second = await payAgain(subscriber, begun);
    for (const transactionId of [subscriber.transaction_id, second])
      expect(await effectOf(subscriber.id, transactionId)).toMatchObject({ paid_until: endOf(begun) });
  });

  test('states that a contract is ended', async () => {
    const begun = daysAgo(2);
    const [bySubscriber, byPartner] = [await paying(begun), await paying(begun)];
    await submit('cancellation', { email: bySubscriber.email });
    await cancelled(byPartner.transaction_id);
    for (const { id, transaction_id } of [bySubscriber, byPartner])
      expect(await effectOf(id, transaction_id)).toMatchObject({ is_contract_open: false, paid_until: null });
  });
});
