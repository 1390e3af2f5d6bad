import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { atThePartner, createHarness, eventNames, KEY, newTransaction, NEXT_KEY } from './harness.ts';
import type { Harness } from './harness.ts';

let billing: Harness;
beforeAll(async () => {
  billing = await createHarness();
});
afterAll(() => billing.close());

describe('a postback', () => {
  test.each([
    ['no key', {}],
    ['a wrong key', { key: `${KEY}x` }],
    ['an empty key', { key: '' }],
  ])('When it comes with %s, then it is refused and nothing is kept', async (_name, query) => {
    const { sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const answer = await billing.request
      .get('/api/postbacks/sandbox')
      .query({ transaction_id, sub4, ...query })
      .expect(401);
    expect(answer.body).toMatchObject({ code: 'POSTBACK_REFUSED', error: expect.any(String) });
    expect(await billing.verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
  });

  test('When the key belongs to another partner or the partner is unknown, then it is refused', async () => {
    await billing.postback({ transaction_id: 'x' }, 'second').expect(401);
    await billing.postback({ transaction_id: 'x' }, 'nobody').expect(401);
    await billing.postback({ transaction_id: 'x' }, '__proto__').expect(401);
    expect(billing.lines.join('')).toContain('postback rejected');
  });

  test('is accepted with either key of its partner while one replaces the other', async () => {
    for (const key of [KEY, NEXT_KEY]) await billing.postback({ transaction_id: newTransaction(), key }).expect(200);
  });

  test('When keys were sent, then none is in the logs', async () => {
    await billing.request
      .get('/api/postbacks/sandbox')
      .query({ key: 'a-wrong-key-that-is-secret', transaction_id: 'x' })
      .expect(401);
    await billing.postback({ transaction_id: newTransaction() }).expect(200);
    const logs = billing.lines.join('');
    expect(logs).not.toContain(KEY);
    expect(logs).not.toContain('a-wrong-key-that-is-secret');
  });

  test.each<[string, Record<string, string>]>([
    ['no transaction', {}],
    ['an unknown event', { transaction_id: 'x', event: 'gift' }],
    ['a strange amount', { transaction_id: 'x', amount: '-2.00' }],
    ['no instant', { transaction_id: 'x', paid_until: 'tomorrow' }],
    ['a NUL', { transaction_id: 'x\u0000y' }],
    ['a NUL in the reference', { transaction_id: 'x', sub4: '\u0000' }],
    ['a very long transaction', { transaction_id: 'x'.repeat(300) }],
  ])('When it says %s, then it is refused in French', async (_name, query) => {
    const answer = await billing.postback(query).expect(400);
    expect(answer.body.code).toBe('VALIDATION_FAILED');
  });

  test('When the first payment is told, then the subscriber has paid for a month and others hear of it once', async () => {
    const { id, sub4, checkPayment, subscription } = await atThePartner(billing);
    expect(await subscription()).toEqual({ hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null });
    const answer = await billing.postback({ transaction_id: newTransaction(), sub4, amount: '2.00' }).expect(200);
    expect(answer.body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect(await subscription()).toMatchObject({ hasPaid: true, state: 'active' });
    expect(await billing.ledger(id)).toEqual([200]);
    const [activated, payment] = await billing.events(id);
    expect(activated).toMatchObject({
      name: 'subscription.activated',
      revision: 1,
      actor: { role: 'partner', id: 'sandbox' },
    });
    expect(payment).toMatchObject({
      name: 'payment.recorded',
      revision: 1,
      data: {
        subscriberId: id,
        amountCents: 200,
        currency: 'EUR',
        kind: 'first',
        affiliateId: null,
        modelSlug: 'nina',
      },
    });
  });

  test('When the partner says until when it was paid, then that counts, and others hear of it with the days of grace', async () => {
    const { id, sub4, subscription } = await atThePartner(billing);
    const paid_until = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString();
    await billing.postback({ transaction_id: newTransaction(), sub4, paid_until }).expect(200);
    expect((await subscription()).paidUntil).toBe(paid_until);
    expect((await billing.events(id))[0]?.data).toEqual({
      subscriberId: id,
      paidUntil: new Date(Date.parse(paid_until) + 3 * 24 * 60 * 60_000).toISOString(),
    });
  });

  test('When it is repeated, as after a crash before the answer, then nothing happens twice and each arrival is kept', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 }).expect(200);
    for (let time = 0; time < 2; time += 1)
      expect((await billing.postback({ transaction_id, sub4 }).expect(200)).body).toEqual({
        ok: true,
        verdict: 'duplicate',
      });
    expect(await billing.ledger(id)).toEqual([200]);
    expect(await eventNames(billing, id)).toEqual(['subscription.activated', 'payment.recorded']);
    expect(await billing.verdicts(transaction_id)).toEqual(['recorded', 'duplicate', 'duplicate']);
  });

  test('When eight copies arrive at the same moment, then exactly one counts', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => billing.postback({ transaction_id, sub4 }).expect(200)),
    );
    expect(answers.map(({ body }) => body.verdict as string).sort()).toEqual([
      ...Array<string>(7).fill('duplicate'),
      'recorded',
    ]);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('When something fails inside, then nothing of it stays and the repetition does everything', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postgres.query('alter table outbox rename to outbox_away');
    try {
      await billing.postback({ transaction_id, sub4 }).expect(500);
    } finally {
      await billing.postgres.query('alter table outbox_away rename to outbox');
    }
    expect(await billing.verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
    expect((await billing.postback({ transaction_id, sub4 }).expect(200)).body.verdict).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('When a renewal is told, then a month is added to what is paid', async () => {
    const { id, sub4, subscription } = await atThePartner(billing);
    const first = newTransaction();
    const paid_until = new Date(Date.now() + 5 * 24 * 60 * 60_000);
    await billing.postback({ transaction_id: first, sub4, paid_until: paid_until.toISOString() });
    await billing
      .postback({ transaction_id: newTransaction(), event: 'renewal', original_transaction_id: first, amount: '5,00' })
      .expect(200);
    expect(Date.parse(String((await subscription()).paidUntil)) - paid_until.getTime()).toBeGreaterThan(
      27 * 24 * 60 * 60_000,
    );
    expect(await billing.ledger(id)).toEqual([200, 500]);
    expect(await eventNames(billing, id)).toEqual([
      'subscription.activated',
      'payment.recorded',
      'subscription.renewed',
      'payment.recorded',
    ]);
  });

  test('When what is paid is over, then grace follows, then access ends, and the sweep tells it once', async () => {
    const { id, sub4, subscription, checkPayment } = await atThePartner(billing);
    await billing.postback({
      transaction_id: newTransaction(),
      sub4,
      paid_until: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    });
    billing.travel(2);
    await Promise.all([billing.subscriptions.sweep(), billing.subscriptions.sweep()]);
    expect(await subscription()).toMatchObject({ hasPaid: true, state: 'grace' });
    billing.travel(2.5);
    expect(await checkPayment()).toBe(false);
    await Promise.all([billing.subscriptions.sweep(), billing.subscriptions.sweep()]);
    expect(await subscription()).toMatchObject({ hasPaid: false, state: 'expired', telegramLink: null });
    expect(await eventNames(billing, id)).toEqual([
      'subscription.activated',
      'payment.recorded',
      'subscription.expired',
    ]);
    expect((await billing.events(id)).map(({ revision }) => revision)).toEqual([1, 1, 3]);
    billing.travel(-4.5);
  });

  test.each([
    [{ amount: '2.00' }, []],
    [{ amount: '2,00', currency: 'eur' }, []],
    [{}, []],
    [{ amount: '0.01' }, ['amount']],
    [{ amount: '5.00' }, ['amount']],
    [{ amount: '2.00', currency: 'USD' }, ['currency']],
    [{ amount: '9.99', currency: 'USD' }, ['amount', 'currency']],
    [{ event: 'renewal' }, []],
    [{ event: 'renewal', amount: '2.00' }, ['amount']],
  ])('that says %j is recorded, and flagged with %j', async (query, discrepancies) => {
    const { sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4, ...query }).expect(200)).body.verdict).toBe('recorded');
    expect(await billing.discrepancies(transaction_id)).toEqual(discrepancies);
  });

  test('that claims to come from the future starts its period at its arrival', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4, occurred_at: '2099-01-01T00:00:00Z' }).expect(200);
    expect(Date.parse(String((await subscription()).paidUntil))).toBeLessThan(Date.now() + 32 * 24 * 60 * 60_000);
  });
});
