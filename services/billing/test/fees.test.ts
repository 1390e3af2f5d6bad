import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { atThePartner, createHarness, newTransaction, useBilling } from './harness.ts';

const billing = useBilling();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

const get = async (path: string, bearer = authorization) =>
  (await billing.request.get(path).set({ authorization: bearer }).expect(200)).body as unknown;

describe('the fee of a transaction', () => {
  test('is an entry of its own, once, and changes neither access, events nor what the subscriber sees', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    for (const verdict of ['recorded', 'duplicate'])
      expect(await billing.verdictOf({ transaction_id, sub4, fee: '0.35' })).toBe(verdict);
    expect(await billing.ledger(id)).toEqual([200, -35]);
    expect(await checkPayment()).toBe(true);
    const recorded = (await billing.events(id)).filter(({ name }) => name === 'payment.recorded');
    expect(recorded.map(({ data }) => data)).toMatchObject([{ kind: 'first', amountCents: 200 }]);
    const own = `Bearer ${await billing.token(id)}`;
    expect(await get('/api/subscription/payments', own)).toMatchObject([{ kind: 'first', remainingCents: 200 }]);
    expect(await get('/api/account/data/billing', own)).toMatchObject({ payments: [{ kind: 'first' }] });
    const { subscriber, entries } = (await get(`/api/subscribers/${id}`)) as SubscriberBilling;
    expect(subscriber.paid_cents).toBe(200);
    expect(entries.find(({ kind }) => kind === 'fee')).toMatchObject({
      amount_cents: -35,
      currency: 'EUR',
      transaction_id: `fee:${transaction_id}`,
    });
    expect(await billing.ledgerCheck.check()).toEqual([]);
  });

  test('waits with its postback, and is entered by its reconciliation', async () => {
    const { id, email } = await billing.subscriber();
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, fee: '0,40' })).toBe('unmatched');
    const { rows } = await billing.query<{ id: string }>('select id from postbacks where transaction_id = $1', [
      transaction_id,
    ]);
    await billing.request
      .post(`/api/postbacks/${rows[0]?.id}/reconcile`)
      .set({ authorization })
      .send({ email })
      .expect(200);
    expect(await billing.ledger(id)).toEqual([200, -40]);
  });

  test('enters the fee of a refund beside the refund, and no fee of 0.00', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const first = newTransaction();
    await billing.verdictOf({ transaction_id: first, sub4, fee: '0.00' });
    expect(
      await billing.verdictOf({ event: 'refund', original_transaction_id: first, amount: '0.50', fee: '0.10' }),
    ).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200, -10, -50]);
  });

  test('leaves a payment of nothing to be refunded', async () => {
    const { sub4, checkPayment } = await atThePartner(billing);
    const first = newTransaction();
    await billing.verdictOf({ transaction_id: first, sub4, amount: '0.00', fee: '0.10' });
    expect(await billing.verdictOf({ event: 'refund', original_transaction_id: first })).toBe('recorded');
    expect(await checkPayment()).toBe(false);
  });

  test('ignores the fee of a decline', async () => {
    const { id, sub4 } = await atThePartner(billing);
    expect(await billing.verdictOf({ sub4, event: 'decline', fee: '0.10' })).toBe('declined');
    expect(await billing.ledger(id)).toEqual([]);
  });

  test.each<Record<string, string>>([{ transaction_id: 'fee:T-1' }, { fee: '-0.10' }, { fee: '1e3' }])(
    '%j is rejected',
    async (fields) => {
      const { sub4 } = await atThePartner(billing);
      await billing.postback({ transaction_id: newTransaction(), sub4, ...fields }).expect(400);
    },
  );
});

test('the check of the ledger finds fees that differ from their postbacks', async () => {
  const other = await createHarness();
  try {
    const { sub4 } = await atThePartner(other);
    await other.postback({ transaction_id: 'T-1', sub4, fee: '0.35' }).expect(200);
    expect(await other.ledgerCheck.check()).toEqual([]);
    for (const fee of [36, 0, null]) {
      await other.query('update postbacks set fee_cents = $1', [fee]);
      expect(await other.ledgerCheck.check()).toMatchObject([{ rule: 'fee that differs from its postback', count: 1 }]);
    }
    await other.query('update postbacks set fee_cents = 35');
    await other.query('alter table ledger disable trigger ledger_append_only');
    await other.query(`delete from ledger where kind = 'fee'`);
    expect(await other.ledgerCheck.check()).toMatchObject([{ rule: 'fee that differs from its postback', count: 1 }]);
  } finally {
    await other.close();
  }
});
