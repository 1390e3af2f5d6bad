import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHarness, KEY, referenceOf } from './harness.ts';
import type { Harness } from './harness.ts';

let billing: Harness;
beforeAll(async () => {
  billing = await createHarness();
});
afterAll(() => billing.close());

const newTransaction = () => `T-${randomUUID()}`;
/** A subscriber who stands before the partner's page. */
const atThePartner = async () => {
  const subscriber = await billing.subscriber({ tracking: { clickId: '', affiliate: 'aff-one', pixelId: '' } });
  return { ...subscriber, sub4: referenceOf((await subscriber.pay()).headers.location) };
};
const names = async (id: string) => (await billing.events(id)).map(({ name }) => name);
const verdicts = async (transactionId: string) => {
  const { rows } = await billing.postgres.query<{ verdict: string }>('select verdict from postbacks where transaction_id = $1 order by received_at', [transactionId]);
  return rows.map(({ verdict }) => verdict);
};

describe('a postback', () => {
  test.each([['no key', {}], ['a wrong key', { key: `${KEY}x` }], ['an empty key', { key: '' }]])('When it comes with %s, then it is refused and nothing is kept', async (_name, query) => {
    const { sub4, checkPayment } = await atThePartner();
    const transaction_id = newTransaction();
    const answer = await billing.request.get('/api/postbacks/sandbox').query({ transaction_id, sub4, ...query }).expect(401);
    expect(answer.body).toMatchObject({ code: 'POSTBACK_REFUSED', error: expect.any(String) });
    expect(await verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
  });

  test('When the key belongs to another partner or the partner is unknown, then it is refused', async () => {
    await billing.postback({ transaction_id: 'x' }, 'second').expect(401);
    await billing.postback({ transaction_id: 'x' }, 'nobody').expect(401);
    await billing.postback({ transaction_id: 'x' }, '__proto__').expect(401);
    expect(billing.lines.join('')).toContain('a postback was refused');
  });

  test('When keys were sent, then none is in the logs', async () => {
    await billing.request.get('/api/postbacks/sandbox').query({ key: 'a-wrong-key-that-is-secret', transaction_id: 'x' }).expect(401);
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
    const { id, sub4, checkPayment, subscription } = await atThePartner();
    expect(await subscription()).toEqual({ hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null });
    const answer = await billing.postback({ transaction_id: newTransaction(), sub4, amount: '2.00' }).expect(200);
    expect(answer.body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect(await subscription()).toMatchObject({ hasPaid: true, state: 'active' });
    expect(await billing.ledger(id)).toEqual([200]);
    const [activated, payment] = await billing.events(id);
    expect(activated).toMatchObject({ name: 'subscription.activated', revision: 1, actor: { role: 'partner', id: 'sandbox' } });
    expect(payment).toMatchObject({ name: 'payment.recorded', revision: 1, data: { subscriberId: id, amountCents: 200, currency: 'EUR', kind: 'first', affiliate: 'aff-one', modelSlug: 'nina' } });
  });

  test('When the partner says until when it was paid, then that counts, and others hear of it with the days of grace', async () => {
    const { id, sub4, subscription } = await atThePartner();
    const paid_until = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString();
    await billing.postback({ transaction_id: newTransaction(), sub4, paid_until }).expect(200);
    expect((await subscription()).paidUntil).toBe(paid_until);
    expect((await billing.events(id))[0]?.data).toEqual({ subscriberId: id, paidUntil: new Date(Date.parse(paid_until) + 3 * 24 * 60 * 60_000).toISOString() });
  });

  test('When it is repeated, as after a crash before the answer, then nothing happens twice and each arrival is kept', async () => {
    const { id, sub4 } = await atThePartner();
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 }).expect(200);
    for (let time = 0; time < 2; time += 1) expect((await billing.postback({ transaction_id, sub4 }).expect(200)).body).toEqual({ ok: true, verdict: 'duplicate' });
    expect(await billing.ledger(id)).toEqual([200]);
    expect(await names(id)).toEqual(['subscription.activated', 'payment.recorded']);
    expect(await verdicts(transaction_id)).toEqual(['recorded', 'duplicate', 'duplicate']);
  });

  test('When eight copies arrive at the same moment, then exactly one counts', async () => {
    const { id, sub4 } = await atThePartner();
    const transaction_id = newTransaction();
    const answers = await Promise.all(Array.from({ length: 8 }, () => billing.postback({ transaction_id, sub4 }).expect(200)));
    expect(answers.map(({ body }) => body.verdict as string).sort()).toEqual([...Array<string>(7).fill('duplicate'), 'recorded']);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('When something fails inside, then nothing of it stays and the repetition does everything', async () => {
    const { id, sub4, checkPayment } = await atThePartner();
    const transaction_id = newTransaction();
    await billing.postgres.query('alter table outbox rename to outbox_away');
    try {
      await billing.postback({ transaction_id, sub4 }).expect(500);
    } finally {
      await billing.postgres.query('alter table outbox_away rename to outbox');
    }
    expect(await verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
    expect((await billing.postback({ transaction_id, sub4 }).expect(200)).body.verdict).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('When a renewal is told, then a month is added to what is paid', async () => {
    const { id, sub4, subscription } = await atThePartner();
    const first = newTransaction();
    const paid_until = new Date(Date.now() + 5 * 24 * 60 * 60_000);
    await billing.postback({ transaction_id: first, sub4, paid_until: paid_until.toISOString() });
    await billing.postback({ transaction_id: newTransaction(), event: 'renewal', original_transaction_id: first, amount: '5,00' }).expect(200);
    expect(Date.parse(String((await subscription()).paidUntil)) - paid_until.getTime()).toBeGreaterThan(27 * 24 * 60 * 60_000);
    expect(await billing.ledger(id)).toEqual([200, 500]);
    expect(await names(id)).toEqual(['subscription.activated', 'payment.recorded', 'subscription.renewed', 'payment.recorded']);
  });

  test.each(['refund', 'chargeback'])('When a %s names the transaction, then access ends at once', async (event) => {
    const { id, sub4, checkPayment, subscription } = await atThePartner();
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    expect((await billing.postback({ transaction_id: newTransaction(), event, original_transaction_id: transaction_id }).expect(200)).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect(await subscription()).toEqual({ hasPaid: false, state: 'revoked', paidUntil: null, telegramLink: null });
    expect(await billing.ledger(id)).toEqual([200, -200]);
    const [, , revoked, payment] = await billing.events(id);
    expect(revoked).toMatchObject({ name: 'subscription.revoked', revision: 2, data: { paidUntil: null } });
    expect(payment).toMatchObject({ name: 'payment.recorded', data: { amountCents: -200, kind: event } });
  });

  test('When a refund names the checkout alone, then access ends; a second one is ignored; a new payment opens again', async () => {
    const { id, sub4, checkPayment } = await atThePartner();
    await billing.postback({ transaction_id: newTransaction(), sub4 });
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'refund', sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'refund', sub4 })).body.verdict).toBe('ignored');
    expect((await billing.postback({ transaction_id: newTransaction(), sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(true);
    expect(await billing.ledger(id)).toEqual([200, -200, 200]);
  });

  test('When a transaction is taken back twice, then the second is ignored', async () => {
    const { id, sub4 } = await atThePartner();
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    await billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction_id });
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'chargeback', original_transaction_id: transaction_id })).body.verdict).toBe('ignored');
    expect(await billing.ledger(id)).toEqual([200, -200]);
  });

  test('When a refund arrives before its payment without a checkout, then it waits and the payment ends revoked', async () => {
    const { id, sub4, checkPayment, subscription } = await atThePartner();
    const transaction_id = newTransaction();
    const refund = newTransaction();
    expect((await billing.postback({ transaction_id: refund, event: 'refund', original_transaction_id: transaction_id })).body.verdict).toBe('unmatched');
    expect((await billing.postback({ transaction_id, sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect((await subscription()).state).toBe('revoked');
    expect(await billing.ledger(id)).toEqual([200, -200]);
    expect(await names(id)).toEqual(['subscription.revoked', 'payment.recorded', 'payment.recorded']);
    expect(await verdicts(refund)).toEqual(['recorded']);
  });

  test.each([true, false])('When a refund arrives before its payment by the checkout (naming the transaction: %s), then it ends revoked', async (naming) => {
    const { id, sub4, checkPayment } = await atThePartner();
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'refund', sub4, ...(naming ? { original_transaction_id: transaction_id } : {}) })).body.verdict).toBe('recorded');
    expect((await billing.postback({ transaction_id, sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect((await billing.ledger(id)).sort()).toEqual([-200, 200]);
    await billing.postback({ transaction_id: newTransaction(), sub4 });
    expect(await checkPayment()).toBe(true);
  });

  test('When a payment and its refund arrive at the same moment, then it always ends revoked', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, atThePartner));
    await Promise.all(
      people.flatMap(({ sub4 }) => {
        const transaction_id = newTransaction();
        return [billing.postback({ transaction_id, sub4 }).expect(200), billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction_id }).expect(200)];
      }),
    );
    for (const { id, checkPayment } of people) {
      expect(await checkPayment()).toBe(false);
      expect((await billing.ledger(id)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
    }
  });

  test('When what is paid is over, then grace follows, then access ends, and the sweep tells it once', async () => {
    const { id, sub4, subscription, checkPayment } = await atThePartner();
    await billing.postback({ transaction_id: newTransaction(), sub4, paid_until: new Date(Date.now() + 24 * 60 * 60_000).toISOString() });
    billing.travel(2);
    await Promise.all([billing.subscriptions.sweep(), billing.subscriptions.sweep()]);
    expect(await subscription()).toMatchObject({ hasPaid: true, state: 'grace' });
    billing.travel(2.5);
    expect(await checkPayment()).toBe(false);
    await Promise.all([billing.subscriptions.sweep(), billing.subscriptions.sweep()]);
    expect(await subscription()).toMatchObject({ hasPaid: false, state: 'expired', telegramLink: null });
    expect(await names(id)).toEqual(['subscription.activated', 'payment.recorded', 'subscription.expired']);
    expect((await billing.events(id)).map(({ revision }) => revision)).toEqual([1, 1, 3]);
    billing.travel(-4.5);
  });
});

describe('unmatched postbacks', () => {
  const asAdministrator = async () => `Bearer ${await billing.token(randomUUID(), 'administrator')}`;

  test('When no checkout explains a payment, then the administrator sees it and gives it to a subscriber', async () => {
    const { id, email, checkPayment } = await billing.subscriber();
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4: 'unknown' })).body).toEqual({ ok: true, verdict: 'unmatched' });
    const authorization = await asAdministrator();
    const list = (await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(200)).body as { id: string; transaction_id: string }[];
    const waiting = list.find((postback) => postback.transaction_id === transaction_id);
    expect(waiting).toMatchObject({ partner: 'sandbox', event: 'first', reference: 'unknown', amount_cents: 200, currency: 'EUR' });
    const reconcile = (to: string) => billing.request.post(`/api/postbacks/${waiting?.id}/reconcile`).set({ authorization }).send({ email: to });
    expect((await reconcile('nobody@example.org').expect(404)).body.code).toBe('SUBSCRIBER_NOT_FOUND');
    expect((await reconcile(email.toUpperCase()).expect(200)).body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect((await reconcile(email).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
    expect(await billing.ledger(id)).toEqual([200]);
    expect((await billing.events(id))[0]?.actor.role).toBe('administrator');
  });

  test('When anybody else asks, then it is refused', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.get('/api/postbacks/unmatched').expect(401);
    await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(403);
    await billing.request.post(`/api/postbacks/${randomUUID()}/reconcile`).set({ authorization }).send({ email: 'a@b.fr' }).expect(403);
  });

  test('When the input is bad, then it is refused in French', async () => {
    const authorization = await asAdministrator();
    const call = (id: string) => billing.request.post(`/api/postbacks/${id}/reconcile`).set({ authorization });
    expect((await call('not-an-id').send({ email: 'a@b.fr' }).expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect((await call(randomUUID()).send({}).expect(400)).body.error).toBe('Email invalide');
    expect((await call(randomUUID()).type('json').send('{').expect(400)).body.code).toBe('INVALID_JSON');
    expect((await call(randomUUID()).send({ email: 'a@b.fr' }).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
  });
});
