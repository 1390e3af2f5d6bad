import { describe, expect, test } from '@jest/globals';
import { EVENTS } from 'contracts/events';
import { atThePartner, eventNames, KEY, newTransaction, NEXT_KEY, useBilling } from './harness.ts';

const billing = useBilling();

describe('a postback', () => {
  test.each([
    ['no key', {}],
    ['a wrong key', { key: `${KEY}x` }],
    ['an empty key', { key: '' }],
  ])('rejects a postback with %s and stores nothing', async (_name, query) => {
    const { sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const response = await billing.request
      .get('/api/postbacks/sandbox')
      .query({ transaction_id, sub4, ...query })
      .expect(401);
    expect(response.body).toMatchObject({ code: 'POSTBACK_REFUSED', error: expect.any(String) });
    expect(await billing.verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
  });

  test('rejects a key of another partner, and an unknown partner', async () => {
    await billing.postback({ transaction_id: 'x' }, 'second').expect(401);
    await billing.postback({ transaction_id: 'x' }, 'unknown').expect(401);
    await billing.postback({ transaction_id: 'x' }, '__proto__').expect(401);
    expect(billing.lines.join('')).toContain('postback rejected');
  });

  test('is accepted with either key of its partner while one replaces the other', async () => {
    for (const key of [KEY, NEXT_KEY]) await billing.postback({ transaction_id: newTransaction(), key }).expect(200);
  });

  test('logs no key that was sent', async () => {
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
  ])('rejects a postback with %s in French', async (_name, query) => {
    const response = await billing.postback(query).expect(400);
    expect(response.body.code).toBe('VALIDATION_FAILED');
  });

  test('reads a macro without a value, and null in JSON, as a field that is not stated', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    const paid = newTransaction();
    const unstated = ['amount', 'fee', 'currency', 'paid_until', 'occurred_at', 'email'];
    const empty = Object.fromEntries(unstated.map((name) => [name, '']));
    await billing
      .postback({ transaction_id: paid, sub4, original_transaction_id: '', ...empty })
      .expect(200, { ok: true, verdict: 'recorded' });
    expect(await subscription()).toMatchObject({ state: 'active' });
    await billing
      .postback({
        transaction_id: newTransaction(),
        event: 'cancellation',
        sub4: '',
        original_transaction_id: paid,
        ...empty,
      })
      .expect(200, { ok: true, verdict: 'recorded' });
    expect(await subscription()).toMatchObject({ state: 'cancelled' });
    const none = Object.fromEntries(['sub4', ...unstated].map((name) => [name, null]));
    await billing
      .webhook({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: paid, ...none })
      .expect(200, { ok: true, verdict: 'recorded' });
    expect(await subscription()).toMatchObject({ state: 'revoked' });
  });

  test.each(['Léa Martin', 'zoé@exemple.fr', 'a@b', `${'x'.repeat(300)}@example.org`])(
    'records the payment of a checkout whatever address the partner states, and masks it: %s',
    async (email) => {
      const { sub4, checkPayment } = await atThePartner(billing);
      const transaction_id = newTransaction();
      await billing.postback({ transaction_id, sub4, email }).expect(200);
      expect(await checkPayment()).toBe(true);
      const { rows } = await billing.query('select call::text from postbacks where transaction_id = $1', [
        transaction_id,
      ]);
      expect(JSON.stringify(rows)).not.toContain(email);
    },
  );

  test('activates a month at the first payment, and publishes it once', async () => {
    const { id, sub4, checkPayment, subscription } = await atThePartner(billing);
    expect(await subscription()).toEqual({
      hasPaid: false,
      state: 'pending',
      paidUntil: null,
      telegramLink: null,
      isTelegramPending: false,
      modelSlug: null,
      nextCharge: null,
      checkoutNumber: expect.any(String),
    });
    const response = await billing.postback({ transaction_id: newTransaction(), sub4, amount: '2.00' }).expect(200);
    expect(response.body).toEqual({ ok: true, verdict: 'recorded' });
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

  test('is published with the database’s time of its entry, whatever the clock of the process', async () => {
    const { id, sub4 } = await atThePartner(billing);
    billing.shiftClock(40 * 24 * 60 * 60_000);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 }).expect(200);
    billing.shiftClock(0);
    const { rows } = await billing.query<{ recorded_at: Date }>(
      'select recorded_at from ledger where transaction_id = $1',
      [transaction_id],
    );
    const event = (await billing.events(id)).find(({ name }) => name === 'payment.recorded');
    expect(event?.occurredAt).toBe(rows[0]?.recorded_at.toISOString());
  });

  test('uses the partner’s end of the paid period, and publishes it with the days of grace', async () => {
    const { id, sub4, subscription } = await atThePartner(billing);
    const paid_until = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString();
    await billing.postback({ transaction_id: newTransaction(), sub4, paid_until }).expect(200);
    expect((await subscription()).paidUntil).toBe(paid_until);
    expect((await billing.events(id))[0]?.data).toEqual({
      subscriberId: id,
      paidUntil: new Date(Date.parse(paid_until) + 3 * 24 * 60 * 60_000).toISOString(),
    });
  });

  test('sells what a partner sells for ever until a year that every consumer reads', async () => {
    const { id, sub4, subscription } = await atThePartner(billing);
    for (const [event, paid_until] of [
      ['first', '9999-12-31T23:59:59Z'],
      ['renewal', '9999-12-31T23:59:59-12:00'],
      ['renewal', undefined],
    ] as const)
      await billing
        .postback({ transaction_id: newTransaction(), sub4, event, ...(paid_until && { paid_until }) })
        .expect(200, { ok: true, verdict: 'recorded' });
    expect(await subscription()).toMatchObject({ state: 'active', paidUntil: '9999-01-01T00:00:00.000Z' });
    for (const { name, data } of await billing.events(id)) expect(EVENTS[name].safeParse(data).success).toBe(true);
  });

  test.each(['0001-01-01T00:00:00Z', '0000-01-01T00:00:00+12:00', '1970-01-01T00:00:00Z'])(
    'takes %s for an instant that is not stated',
    async (instant) => {
      const { id, sub4, subscription } = await atThePartner(billing);
      await billing
        .postback({ transaction_id: newTransaction(), sub4, occurred_at: instant, paid_until: instant })
        .expect(200, { ok: true, verdict: 'recorded' });
      const { state, paidUntil } = await subscription();
      expect(state).toBe('active');
      expect(Date.parse(String(paidUntil))).toBeGreaterThan(Date.now());
      for (const { name, data } of await billing.events(id)) expect(EVENTS[name].safeParse(data).success).toBe(true);
    },
  );

  test.each([
    ['checkout and subscriber', ['checkouts', 'subscribers']],
    ['subscriber', ['subscribers']],
    ['checkout', ['checkouts']],
  ])('finds its subscriber, model and affiliate by sub4 without the row of %s', async (_which, tables) => {
    const affiliate = await billing.affiliate();
    const model = await billing.model();
    const { id, sub4 } = await atThePartner(billing, {
      modelId: model.id,
      attribution: { affiliateId: affiliate.id, reason: 'sub2' },
    });
    for (const table of tables)
      await billing.postgres.query(
        `delete from ${table} where ${table === 'subscribers' ? 'id' : 'subscriber_id'} = $1`,
        [id],
      );
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4 }).expect(200)).body.verdict).toBe('recorded');
    const renewal = { transaction_id: newTransaction(), sub4, event: 'renewal' };
    expect((await billing.postback(renewal).expect(200)).body.verdict).toBe('recorded');
    const refund = { transaction_id: newTransaction(), sub4, event: 'refund' };
    expect((await billing.postback(refund).expect(200)).body.verdict).toBe('recorded');
    const { rows } = await billing.postgres.query(
      'select distinct subscriber_id, affiliate_id, model_slug from ledger where subscriber_id = $1',
      [id],
    );
    expect(rows).toEqual([{ subscriber_id: id, affiliate_id: affiliate.id, model_slug: model.slug }]);
  });

  test('waits as unmatched with an altered sub4, and is matched by the bare reference of a former version', async () => {
    const { sub4 } = await atThePartner(billing);
    const [header, payload = '', signature] = sub4.split('.');
    const altered = `${header}.${payload.startsWith('AQ') ? 'AR' : 'AQ'}${payload.slice(2)}.${signature}`;
    const forged = await billing.postback({ transaction_id: newTransaction(), sub4: altered }).expect(200);
    expect(forged.body.verdict).toBe('unmatched');
    const reference = Buffer.from(payload, 'base64url').subarray(1, 19).toString('base64url');
    const former = await billing.postback({ transaction_id: newTransaction(), sub4: reference }).expect(200);
    expect(former.body.verdict).toBe('recorded');
  });

  test('has one effect when it is repeated after a lost response, and stores each arrival', async () => {
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

  test('is written once, with its verdict', async () => {
    // An update would leave a dead row among the unmatched ones, which every payment reads.
    await billing.query(
      `create function reject_update() returns trigger language plpgsql as $$ begin raise exception 'updated'; end $$`,
    );
    await billing.query(
      'create trigger written_once before update on postbacks for each row execute function reject_update()',
    );
    try {
      const { sub4 } = await atThePartner(billing);
      const original_transaction_id = newTransaction();
      await billing.postback({ transaction_id: original_transaction_id, sub4 }).expect(200);
      for (const event of ['renewal', 'decline', 'refund', 'chargeback', 'cancellation']) {
        const transaction_id = newTransaction();
        await billing.postback({ transaction_id, event, original_transaction_id }).expect(200);
        expect(await billing.verdicts(transaction_id)).toEqual([
          { renewal: 'recorded', refund: 'recorded', decline: 'declined', chargeback: 'ignored' }[event] ?? 'recorded',
        ]);
      }
    } finally {
      await billing.query('drop trigger written_once on postbacks');
      await billing.query('drop function reject_update');
    }
  });

  test('counts exactly one of eight concurrent copies', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => billing.postback({ transaction_id, sub4 }).expect(200)),
    );
    expect(responses.map(({ body }) => body.verdict as string).sort()).toEqual([
      ...Array<string>(7).fill('duplicate'),
      'recorded',
    ]);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('stores nothing of a call that fails inside, and does everything when it is repeated', async () => {
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

  test('adds a month to the paid period at a renewal', async () => {
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

  test('ends access after the paid period and its grace, and publishes it once', async () => {
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
      'renewal.failed',
      'subscription.expired',
    ]);
    expect((await billing.events(id)).map(({ revision }) => revision)).toEqual([1, 1, 2, 3]);
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
  ])('records a postback with %j, and flags it with %j', async (query, discrepancies) => {
    const { sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4, ...query }).expect(200)).body.verdict).toBe('recorded');
    expect(await billing.discrepancies(transaction_id)).toEqual(discrepancies);
  });

  test('starts the period at the arrival of a postback that claims to come from the future', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4, occurred_at: '2099-01-01T00:00:00Z' }).expect(200);
    expect(Date.parse(String((await subscription()).paidUntil))).toBeLessThan(Date.now() + 32 * 24 * 60 * 60_000);
  });
});
