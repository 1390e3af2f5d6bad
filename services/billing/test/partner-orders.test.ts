import { describe, expect, test } from '@jest/globals';
import { addDays, parisDay } from 'contracts/days';
import {
  billing,
  calls,
  cancelled,
  daysAgo,
  names,
  notified,
  ordered,
  outcomeOf,
  partner,
  payAgain,
  paying,
  refunded,
  submit,
} from './contract-harness.ts';
import { newTransaction } from './harness.ts';

describe('orders to a partner', () => {
  const stateOf = async (transactionId: string) => {
    const { rows } = await billing.postgres.query<{ attempts: number; isDone: boolean; isRejected: boolean }>(
      `select attempts, done_at is not null as "isDone", rejected_at is not null as "isRejected" from partner_orders where transaction_id = $1`,
      [transactionId],
    );
    return rows;
  };
  const runDueADayLater = async () => {
    billing.travel(1);
    try {
      await billing.partnerOrders.runDue();
    } finally {
      billing.travel(-1);
    }
  };

  test('are repeated while the partner fails, and done where they were done before', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partner.status = 503;
    await billing.partnerOrders.runDue();
    await billing.partnerOrders.runDue();
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 1, isDone: false, isRejected: false }]);
    partner.status = 409;
    await runDueADayLater();
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 2, isDone: true, isRejected: false }]);
  });

  test('end with the one under way when the worker is stopped: a hung partner delays no shutdown by all of them', async () => {
    for (const { email } of [await paying(), await paying()]) await submit('cancellation', { email });
    const { start, stop, runDue } = billing.partnerOrders;
    const called = new Promise<void>((resolve) => (partner.onCall = resolve));
    start();
    await called;
    await stop();
    expect(calls).toHaveLength(1);
    await runDue();
    expect(calls).toHaveLength(2);
  });

  test('are repeated while the partner closes the connection without a response', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partner.status = 'none';
    await billing.partnerOrders.runDue();
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 1, isDone: false, isRejected: false }]);
  });

  test('are given up where the partner does not know the transaction', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partner.status = 404;
    await billing.partnerOrders.runDue();
    await runDueADayLater();
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 1, isDone: false, isRejected: true }]);
  });

  test('are done with the partner’s own postback', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    await billing
      .postback({
        transaction_id: newTransaction(),
        event: 'cancellation',
        original_transaction_id: subscriber.transaction_id,
      })
      .expect(200);
    await billing.partnerOrders.runDue();
    expect(calls).toEqual([]);
    expect((await names(subscriber)).filter((name) => name === 'subscription.cancelled')).toHaveLength(1);
  });

  test.each(['checkout', 'renewal', 'renewal that arrives later'] as const)(
    'to end a contract are done with the partner’s postback that names its %s',
    async (named) => {
      const subscriber = await paying(daysAgo(3));
      await submit('cancellation', { email: subscriber.email });
      const renewal = newTransaction();
      const renew = () =>
        billing
          .postback({
            transaction_id: renewal,
            event: 'renewal',
            amount: '5.00',
            original_transaction_id: subscriber.transaction_id,
          })
          .expect(200);
      if (named === 'renewal') await renew();
      const [open] = await stateOf(subscriber.transaction_id);
      await billing
        .postback({
          transaction_id: newTransaction(),
          event: 'cancellation',
          ...(named === 'checkout' ? { sub4: subscriber.sub4 } : { original_transaction_id: renewal }),
        })
        .expect(200);
      if (named === 'renewal that arrives later') await renew();
      expect(open).toMatchObject({ isDone: false });
      expect(await stateOf(subscriber.transaction_id)).toMatchObject([{ isDone: true }]);
    },
  );
});

describe('the erasure of a subscriber', () => {
  test('ends the present contract after the partner has ended a former one', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('withdrawal', { email: subscriber.email });
    const present = await payAgain(subscriber);
    await cancelled(subscriber.transaction_id);
    await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
    expect(await ordered(present)).toEqual(['cancel']);
  });
});

describe('an order to cancel that the partner accepted without a postback', () => {
  test.each<[string, (subscriber: { id: string; email: string }) => Promise<unknown>]>([
    ['another request', ({ email }) => outcomeOf('cancellation', { email })],
    ['the erasure', ({ id }) => billing.consume('subscriber.erased', { id }, 2)],
  ])('is repeated by %s after seven days, and not before', async (_cause, end) => {
    const [soon, late] = [await paying(), await paying()];
    for (const { email } of [soon, late]) await submit('cancellation', { email });
    await billing.partnerOrders.runDue();
    await end(soon);
    await billing.partnerOrders.runDue();
    expect(calls).toHaveLength(2);
    billing.travel(8);
    try {
      await end(late);
      await billing.partnerOrders.runDue();
    } finally {
      billing.travel(-8);
    }
    expect(calls.slice(2)).toMatchObject([{ path: '/cancel', body: { transaction_id: late.transaction_id } }]);
  });
});

describe('a contract without access whose partner may charge for it', () => {
  const renews = (original_transaction_id: string) =>
    billing
      .postback({ transaction_id: newTransaction(), event: 'renewal', amount: '5.00', original_transaction_id })
      .expect(200);

  test.each(['expired', 'refunded'])('is ended by a cancellation, also where it is %s', async (how) => {
    const subscriber = await paying(daysAgo(how === 'expired' ? 40 : 3));
    if (how === 'refunded') await refunded(subscriber.transaction_id);
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('no-contract');
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('no-contract');
    await renews(subscriber.transaction_id);
    expect(await subscriber.subscription()).toMatchObject({ state: 'cancelled', nextCharge: null });
    const amounts = await billing.ledger(subscriber.id);
    expect(amounts.filter((amount) => amount === 0)).toHaveLength(1);
  });

  test('is ended by the erasure of its subscriber', async () => {
    const subscriber = await paying(daysAgo(40));
    await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
  });

  test('is ended on the day of a cancellation that was scheduled before it expired', async () => {
    const subscriber = await paying(daysAgo(3));
    const { reference } = await submit('cancellation', {
      email: subscriber.email,
      effectiveDay: addDays(parisDay(Date.now()), 40),
    });
    billing.travel(41);
    try {
      await billing.subscriptions.sweep();
      await billing.carryOutDueCancellations();
    } finally {
      billing.travel(-41);
    }
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
    const requested = (await billing.events(subscriber.id)).filter(({ name }) => name === 'contract.requested');
    expect(requested.map(({ data }) => data)).toMatchObject([
      { reference, outcome: 'scheduled' },
      { reference, outcome: 'no-contract' },
    ]);
  });

  test('is ended where its first payment was charged back and a renewal stands', async () => {
    const subscriber = await paying(daysAgo(40));
    await renews(subscriber.transaction_id);
    await notified('refund')(subscriber.transaction_id);
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('accepted');
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
  });
});

describe('a payment that arrives after the request, of before', () => {
  test('is given back after a withdrawal whose first payment is refunded already', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('withdrawal', { email: subscriber.email });
    await refunded(subscriber.transaction_id);
    const [renewal, chained] = [newTransaction(), newTransaction()];
    const renew = (transaction_id: string, original_transaction_id: string) =>
      billing.postback({ transaction_id, event: 'renewal', amount: '5.00', original_transaction_id }).expect(200);
    await renew(renewal, subscriber.transaction_id);
    await renew(chained, renewal);
    for (const transaction of [renewal, chained]) expect(await ordered(transaction)).toEqual(['refund']);
    expect((await subscriber.subscription()).state).toBe('revoked');
  });

  test('is given back after a withdrawal, and its contract ended', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('withdrawal', { email: subscriber.email });
    expect(await ordered(await payAgain(subscriber, daysAgo(1)))).toEqual(['cancel', 'refund']);
    expect((await subscriber.subscription()).state).toBe('revoked');
    const renewal = newTransaction();
    await billing
      .postback({
        transaction_id: renewal,
        event: 'renewal',
        amount: '5.00',
        original_transaction_id: subscriber.transaction_id,
      })
      .expect(200);
    expect(await ordered(renewal)).toEqual(['refund']);
  });

  test('is not given back where nothing was paid', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('withdrawal', { email: subscriber.email });
    const transaction_id = newTransaction();
    await billing
      .postback({ transaction_id, sub4: subscriber.sub4, amount: '0.00', occurred_at: daysAgo(1) })
      .expect(200);
    expect(await ordered(transaction_id)).toEqual(['cancel']);
  });

  test('leaves the contract ended that was cancelled, of an erased subscriber too, and its partner ends it', async () => {
    const [subscriber, erased] = [await paying(daysAgo(3)), await paying(daysAgo(3))];
    await submit('cancellation', { email: subscriber.email });
    await billing.consume('subscriber.erased', { id: erased.id }, 2);
    for (const person of [subscriber, erased])
      expect(await ordered(await payAgain(person, daysAgo(1)))).toEqual(['cancel']);
    expect((await subscriber.subscription()).state).toBe('cancelled');
  });
});

test('a cancellation of a subscription that the partner has ended has it end a contract beside it', async () => {
  const [subscriber, erased] = [await paying(daysAgo(3)), await paying(daysAgo(3))];
  for (const person of [subscriber, erased]) await cancelled(await payAgain(person));
  expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('already-ended');
  await billing.consume('subscriber.erased', { id: erased.id }, 2);
  for (const { transaction_id } of [subscriber, erased]) expect(await ordered(transaction_id)).toEqual(['cancel']);
});

test('a cancellation has the partner end a contract whose first payment is refunded, by its renewal', async () => {
  const subscriber = await paying(daysAgo(35));
  const renewal = newTransaction();
  await billing
    .postback({
      transaction_id: renewal,
      event: 'renewal',
      amount: '5.00',
      original_transaction_id: subscriber.transaction_id,
      occurred_at: daysAgo(4),
    })
    .expect(200);
  await refunded(subscriber.transaction_id);
  expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('accepted');
  expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
});
