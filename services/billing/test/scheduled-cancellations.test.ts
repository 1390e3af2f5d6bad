import { describe, expect, test } from '@jest/globals';
import { addDays, parisDay } from 'contracts/days';
import { announced, billing, daysAgo, ordered, payAgain, paying, refunded, submit } from './contract-harness.ts';
import type { Receipt } from './contract-harness.ts';
import { whileLocked } from './harness.ts';

describe('a cancellation of a later day', () => {
  const effectiveDay = addDays(parisDay(Date.now()), 10);
  const carryOut = async () => {
    billing.travel(11);
    try {
      await billing.carryOutDueCancellations();
    } finally {
      billing.travel(-11);
    }
  };

  test('leaves the contract alone that begins after the contract that it ends', async () => {
    const subscriber = await paying(daysAgo(3));
    const { reference } = await submit('cancellation', { email: subscriber.email, effectiveDay });
    expect(await subscriber.subscription()).toMatchObject({ state: 'active', nextCharge: null });
    await refunded(subscriber.transaction_id);
    expect((await subscriber.subscription()).state).toBe('revoked');
    const present = await payAgain(subscriber);
    const { paidUntil } = await subscriber.subscription();
    expect(await subscriber.subscription()).toMatchObject({ state: 'active', nextCharge: { at: paidUntil } });
    await carryOut();
    expect(await subscriber.subscription()).toMatchObject({ state: 'active', nextCharge: { at: paidUntil } });
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
    expect(await ordered(present)).toEqual([]);
    const requested = (await billing.events(subscriber.id)).filter(({ name }) => name === 'contract.requested');
    expect(requested.map(({ data }) => data)).toMatchObject([
      { reference, outcome: 'scheduled' },
      { reference, outcome: 'overtaken', contractEnd: null },
    ]);
  });

  test('leaves the contract alone that begins after its own has expired', async () => {
    const subscriber = await paying(daysAgo(3));
    const expiresInDays = 40;
    await submit('cancellation', {
      email: subscriber.email,
      effectiveDay: addDays(parisDay(Date.now()), expiresInDays),
    });
    billing.travel(expiresInDays - 1);
    try {
      await billing.subscriptions.sweep();
      expect((await subscriber.subscription()).state).toBe('expired');
      const present = await payAgain(subscriber);
      const active = await subscriber.subscription();
      expect(active).toMatchObject({ state: 'active', nextCharge: { at: active.paidUntil } });
      await carryOut();
      expect(await subscriber.subscription()).toEqual(active);
      expect(await ordered(present)).toEqual([]);
    } finally {
      billing.travel(1 - expiresInDays);
    }
  });

  test('is in the view of its contract, beside the charges before it, and not in that of a contract that begins since', async () => {
    const subscriber = await paying(daysAgo(3));
    const before = await subscriber.subscription();
    expect(before).not.toHaveProperty('scheduledEnd');
    const request = async (days: number) => {
      const later = { email: subscriber.email, effectiveDay: addDays(parisDay(Date.now()), days) };
      const { effectiveAt } = await announced((await submit('cancellation', later)).reference);
      expect(parisDay(String(effectiveAt))).toBe(later.effectiveDay);
      return effectiveAt;
    };
    const farEnd = await request(100);
    expect(await subscriber.subscription()).toEqual({ ...before, scheduledEnd: farEnd });
    const end = await request(10);
    expect(await subscriber.subscription()).toEqual({ ...before, nextCharge: null, scheduledEnd: end });
    await payAgain(subscriber);
    expect(await subscriber.subscription()).not.toHaveProperty('scheduledEnd');
  });

  test('is replaced by one that arrives as it is carried out', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('cancellation', { email: subscriber.email, effectiveDay });
    billing.travel(11);
    try {
      const [receipt] = await whileLocked(billing, subscriber.id, [
        () => submit('cancellation', { email: subscriber.email }),
        () => billing.carryOutDueCancellations(),
      ]);
      expect(await announced((receipt as Receipt).reference)).toMatchObject({ outcome: 'accepted' });
      expect(await billing.ledger(subscriber.id)).toEqual([200, 0]);
    } finally {
      billing.travel(-11);
    }
  });

  test('is counted by the one run that carries it out, of several at once', async () => {
    await carryOut();
    const subscriber = await paying(daysAgo(3));
    await submit('cancellation', { email: subscriber.email, effectiveDay });
    billing.travel(11);
    try {
      const runs = Array.from({ length: 3 }, () => () => billing.carryOutDueCancellations());
      expect((await whileLocked(billing, subscriber.id, runs)).toSorted()).toEqual([0, 0, 1]);
    } finally {
      billing.travel(-11);
    }
  });

  test('ends at the partner the contract of before, where another one has begun beside it', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('cancellation', { email: subscriber.email, effectiveDay });
    const beside = await payAgain(subscriber);
    await carryOut();
    expect((await subscriber.subscription()).state).toBe('active');
    expect(await ordered(subscriber.transaction_id)).toEqual(['cancel']);
    expect(await ordered(beside)).toEqual([]);
  });

  test('is in force again once the payment that began another contract is refunded', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('cancellation', { email: subscriber.email, effectiveDay });
    await refunded(await payAgain(subscriber));
    expect(await subscriber.subscription()).toMatchObject({ state: 'active', nextCharge: null });
    await carryOut();
    expect((await subscriber.subscription()).state).toBe('cancelled');
  });
});
