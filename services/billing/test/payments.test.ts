import { describe, expect, test } from '@jest/globals';
import { cursorOfNext } from 'contracts/list-page';
import type { Payment } from 'contracts/payments';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

const billing = useBilling();

const read = async (subscriberId: string, query: Record<string, string> = {}, status = 200) =>
  billing.request
    .get('/api/subscription/payments')
    .query(query)
    .set('authorization', `Bearer ${await billing.token(subscriberId)}`)
    .expect(status);
const list = async (subscriberId: string) => (await read(subscriberId)).body as Payment[];

/** Creates a subscriber with a first payment and a renewal a month later. */
const paidTwice = async () => {
  const subscriber = await atThePartner(billing);
  const first = newTransaction();
  const renewal = newTransaction();
  await billing.postback({ transaction_id: first, sub4: subscriber.sub4, occurred_at: '2026-03-31T22:30:00Z' });
  await billing.postback({
    transaction_id: renewal,
    event: 'renewal',
    original_transaction_id: first,
    occurred_at: '2026-04-30T22:30:00Z',
  });
  return { ...subscriber, first, renewal };
};
const refund = (transaction: string, query: Record<string, string> = {}) =>
  billing
    .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction, ...query })
    .expect(200);

describe('GET /api/subscription/payments', () => {
  test('lists payments from the newest on, with what is left of each and the number of its receipt', async () => {
    const { id } = await paidTwice();
    const [renewal, first] = await list(id);
    expect(renewal).toMatchObject({ kind: 'renewal', amountCents: 500, currency: 'EUR', remainingCents: 500 });
    expect(first).toMatchObject({
      kind: 'first',
      amountCents: 200,
      remainingCents: 200,
      paidAt: '2026-03-31T22:30:00.000Z',
      // Contains the day in Paris.
      receiptNumber: expect.stringMatching(/^R-2026-04-01-[0-9A-HJKMNP-TV-Z]{8}$/),
    });
    expect(first?.receiptNumber).not.toBe(renewal?.receiptNumber);
    expect((await list(id)).map(({ receiptNumber }) => receiptNumber)).toEqual([
      renewal?.receiptNumber,
      first?.receiptNumber,
    ]);
  });

  test('lists refunds, and what a partial and a whole one leave of their payment', async () => {
    const { id, first, renewal } = await paidTwice();
    await refund(renewal, { amount: '1.50' });
    await refund(first);
    expect(
      (await list(id))
        .map(({ kind, amountCents, remainingCents, receiptNumber }) => ({
          kind,
          amountCents,
          remainingCents,
          hasReceipt: receiptNumber !== null,
        }))
        .sort((one, other) => Number(one.amountCents) - Number(other.amountCents)),
    ).toEqual([
      { kind: 'refund', amountCents: -200, remainingCents: null, hasReceipt: false },
      { kind: 'refund', amountCents: -150, remainingCents: null, hasReceipt: false },
      { kind: 'first', amountCents: 200, remainingCents: 0, hasReceipt: true },
      { kind: 'renewal', amountCents: 500, remainingCents: 350, hasReceipt: true },
    ]);
  });

  test('leaves out cancellations, which move no money', async () => {
    const { id, first } = await paidTwice();
    await billing
      .postback({ transaction_id: newTransaction(), event: 'cancellation', original_transaction_id: first })
      .expect(200);
    expect((await list(id)).map(({ kind }) => kind)).toEqual(['renewal', 'first']);
  });

  test('lists declined charges of the subscriber between the payments, without a receipt', async () => {
    const { id, sub4 } = await paidTwice();
    const declined = { event: 'decline', sub4, occurred_at: '2026-04-20T22:30:00Z' };
    await billing.postback({ transaction_id: newTransaction(), ...declined, amount: '5.00' }).expect(200);
    const decline = { kind: 'decline', currency: 'EUR', remainingCents: null, receiptNumber: null };
    const [, stated] = await list(id);
    expect(stated).toMatchObject({ ...decline, amountCents: 500, paidAt: '2026-04-20T22:30:00.000Z' });
    expect((await list(id)).map(({ kind }) => kind)).toEqual(['renewal', 'decline', 'first']);
    const other = await billing.subscriber();
    expect(await list(other.id)).toEqual([]);
  });

  test('states no amount of a decline for which the partner stated none', async () => {
    const { id, sub4 } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), event: 'decline', sub4 }).expect(200);
    expect(await list(id)).toMatchObject([{ kind: 'decline', amountCents: null, receiptNumber: null }]);
  });

  test('goes on after a decline that ends a page', async () => {
    const { id, sub4 } = await paidTwice();
    await billing
      .postback({ transaction_id: newTransaction(), event: 'decline', sub4, occurred_at: '2026-05-01T22:30:00Z' })
      .expect(200);
    const page = await read(id, { limit: '1' });
    expect(page.headers['x-total-count']).toBe('3');
    const cursor = cursorOfNext(page.headers.link ?? null) ?? '';
    expect(cursor).toBe((page.body as Payment[])[0]?.id);
    const rest = (await read(id, { cursor })).body as Payment[];
    expect(rest.map(({ kind }) => kind)).toEqual(['renewal', 'first']);
  });

  test('comes in pages, each with a link to the next', async () => {
    const { id } = await paidTwice();
    const page = await read(id, { limit: '1' });
    expect(page.headers['x-total-count']).toBe('2');
    const cursor = cursorOfNext(page.headers.link ?? null) ?? '';
    const last = await read(id, { limit: '1', cursor });
    expect(last.headers.link).toBeUndefined();
    expect([...(page.body as Payment[]), ...(last.body as Payment[])].map(({ kind }) => kind)).toEqual([
      'renewal',
      'first',
    ]);
  });

  test('holds nothing of another subscriber, whose entries are no cursors either', async () => {
    const { id } = await paidTwice();
    const other = await billing.subscriber();
    expect(await list(other.id)).toEqual([]);
    const [newest] = await list(id);
    expect((await read(other.id, { cursor: newest?.id ?? '' }, 400)).body.code).toBe('VALIDATION_FAILED');
  });

  test.each<Record<string, string>>([
    { cursor: 'x' },
    { cursor: "' or 1=1" },
    { limit: '0' },
    { limit: '101' },
    { limit: 'tous' },
  ])('rejects %p', async (query) => {
    const { id } = await billing.subscriber();
    expect((await read(id, query, 400)).body.code).toBe('VALIDATION_FAILED');
  });

  test('is for subscribers alone', async () => {
    await billing.request.get('/api/subscription/payments').expect(401);
    const administrator = await billing.token('main', 'administrator');
    await billing.request.get('/api/subscription/payments').set('authorization', `Bearer ${administrator}`).expect(403);
  });
});
