import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { addDays, parisDay } from 'contracts/days';
import { hasSameName } from '../src/contract-requests/contract-request.ts';
import {
  announced,
  billing,
  calls,
  cancelled,
  DAY_MS,
  daysAgo,
  names,
  ordered,
  outcomeOf,
  partner,
  payAgain,
  paying,
  refunded,
  submit,
} from './contract-harness.ts';
import { atThePartner, KEY, newTransaction, whileLocked } from './harness.ts';

describe('a cancellation on the site', () => {
  test('ends the contract with what is paid, has the partner end it, and reveals nothing to a stranger', async () => {
    const subscriber = await paying();
    const { paidUntil } = await subscriber.subscription();
    const receipt = await submit('cancellation', { email: subscriber.email, reason: 'trop cher\npour moi' });
    expect(receipt).toEqual({
      reference: expect.stringMatching(/^RES-\d{4}-\d{2}-\d{2}-[0-9A-HJKMNP-TV-Z]{8}$/) as unknown,
      receivedAt: expect.any(String) as unknown,
      outcome: null,
      contractEnd: null,
    });
    expect(await subscriber.subscription()).toMatchObject({ state: 'cancelled', hasPaid: true, paidUntil });
    expect(await announced(receipt.reference)).toMatchObject({
      kind: 'cancellation',
      outcome: 'accepted',
      subscriberId: subscriber.id,
      email: null,
      contractEnd: paidUntil,
    });
    expect((await billing.events(subscriber.id)).at(-2)?.data).toMatchObject({
      requestId: (await announced(receipt.reference)).id,
    });
    expect(await names(subscriber)).toEqual([
      'subscription.activated',
      'payment.recorded',
      'subscription.cancelled',
      'contract.requested',
    ]);
    await billing.partnerOrders.runDue();
    expect(calls).toEqual([
      {
        path: '/cancel',
        authorization: `Bearer ${KEY}`,
        body: { transaction_id: subscriber.transaction_id },
      },
    ]);
  });

  test('returns the first receipt to a retry with its Idempotency-Key, without another mail', async () => {
    const subscriber = await paying();
    const retried = { email: subscriber.email, reason: 'trop cher' };
    const key = randomUUID();
    const receipt = await submit('cancellation', retried, { key });
    expect(await submit('cancellation', retried, { key })).toEqual(receipt);
    expect((await names(subscriber)).filter((name) => name === 'contract.requested')).toHaveLength(1);
  });

  test('reports the outcome to its subscriber, logged in, whatever names were typed', async () => {
    const subscriber = await paying();
    const { paidUntil } = await subscriber.subscription();
    const token = await billing.token(subscriber.id);
    const body = { email: subscriber.email, firstName: 'Autre', lastName: 'Nom' };
    expect(await submit('cancellation', body, { token })).toMatchObject({
      outcome: 'accepted',
      contractEnd: paidUntil,
    });
    expect(await submit('cancellation', body, { token })).toMatchObject({
      outcome: 'already-ended',
      contractEnd: paidUntil,
    });
    const stranger = await billing.token(randomUUID());
    expect(await submit('cancellation', body, { token: stranger })).toMatchObject({ outcome: null, contractEnd: null });
  });

  test.each([
    ['other accents, capitals and hyphens', { firstName: 'ANAIS', lastName: 'le-goff' }, 'accepted'],
    ['the names in the other order', { firstName: 'Le Goff', lastName: 'Anaïs' }, 'accepted'],
    ['a part of the last name with the first', { firstName: 'Anaïs Le', lastName: 'Goff' }, 'accepted'],
    ['a name less', { firstName: 'Anaïs', lastName: 'Goff' }, 'name-differs'],
    ['another person', { firstName: 'Anna', lastName: 'Le Goff' }, 'name-differs'],
    ['names without letters', { firstName: '..', lastName: '!!' }, 'name-differs'],
  ])('compares names: %s', async (_case, body, outcome) => {
    const subscriber = await paying();
    expect(await outcomeOf('cancellation', { email: subscriber.email.toUpperCase(), ...body })).toBe(outcome);
    expect((await subscriber.subscription()).state).toBe(outcome === 'accepted' ? 'cancelled' : 'active');
  });

  test.each([
    ['ligatures', 'Cœur', 'Coeur', true],
    ['æ', 'Læticia', 'Laeticia', true],
    ['a sharp s', 'Strauß', 'Strauss', true],
    ['strokes', 'Łukasz Ørsted', 'Lukasz Orsted', true],
    ['decomposed letters', 'Zoe\u0301', 'Zoé', true],
    ['wide letters', 'Ｚｏｅ', 'Zoe', true],
    ['apostrophes', 'N’Golo', "N'Golo", true],
    ['another name', 'Zoé', 'Zoa', false],
  ])('treats %s as people type them', (_case, lastName, typed, isSame) => {
    expect(hasSameName({ firstName: 'Anaïs', lastName }, { firstName: 'anais', lastName: typed })).toBe(isSame);
  });

  test('announces a cancellation of an unknown address with the address, and stores it without', async () => {
    const email = `absent-${randomUUID()}@example.org`;
    const { reference, outcome } = await submit('cancellation', { email, reason: 'je suis Léa' });
    expect(outcome).toBeNull();
    expect(await announced(reference)).toMatchObject({ outcome: 'unknown-email', subscriberId: null, email });
    const { rows } = await billing.postgres.query('select * from contract_requests where reference = $1', [reference]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows[0]).toMatchObject({ reason: '', subscriber_id: null });
    expect(billing.lines.join('\n')).not.toContain(email);
  });

  test('changes nothing where there is no contract', async () => {
    const subscriber = await atThePartner(billing);
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('no-contract');
    expect((await subscriber.subscription()).state).toBe('pending');
  });

  test('ends access at once in the days of grace', async () => {
    const subscriber = await paying(daysAgo(32));
    expect((await subscriber.subscription()).state).toBe('grace');
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('accepted');
    expect(await subscriber.checkPayment()).toBe(false);
  });

  test('lets a cancellation for a later day take effect on that day in Paris, once, unless it was replaced', async () => {
    const [later, replaced] = [await paying(), await paying()];
    const effectiveDay = addDays(parisDay(Date.now()), 10);
    const { reference } = await submit('cancellation', { email: later.email, effectiveDay });
    expect(await announced(reference)).toMatchObject({ outcome: 'scheduled', contractEnd: null });
    await submit('cancellation', { email: replaced.email, effectiveDay });
    expect(await outcomeOf('cancellation', { email: replaced.email })).toBe('accepted');
    expect(await billing.carryOutDueCancellations()).toBe(0);
    expect((await later.subscription()).state).toBe('active');
    billing.travel(11);
    try {
      expect(await billing.carryOutDueCancellations()).toBe(1);
      expect(await billing.carryOutDueCancellations()).toBe(0);
      expect((await later.subscription()).state).toBe('cancelled');
      // The mail is that of a cancellation.
      expect((await billing.events(later.id)).at(-1)).toMatchObject({
        name: 'subscription.cancelled',
        data: { paidUntil: expect.any(String) as unknown },
      });
      expect((await billing.events(later.id)).at(-1)?.data).not.toHaveProperty('requestId');
    } finally {
      billing.travel(-11);
    }
    expect(await billing.ledger(replaced.id)).toEqual([200, 0]);
  });

  test.each([
    ['yesterday', addDays(parisDay(Date.now()), -1)],
    ['in two years', addDays(parisDay(Date.now()), 730)],
    ['no date', '2026-02-31'],
  ])('rejects a day that is %s', async (_case, effectiveDay) => {
    const { body } = await billing.request
      .post('/api/contract/cancellation')
      .send({ firstName: 'Anaïs', lastName: 'Le Goff', email: 'a@example.org', effectiveDay })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('writes to one address at most five times an hour', async () => {
    const email = `flooded-${randomUUID()}@example.org`;
    for (let sent = 0; sent < 5; sent += 1) await submit('cancellation', { email });
    const { headers } = await billing.request
      .post('/api/contract/withdrawal')
      .send({ firstName: 'Anaïs', lastName: 'Le Goff', email: email.toUpperCase() })
      .expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('accepts a logged-in subscriber’s cancellation after strangers have used up the attempts of address and client', async () => {
    const { id, email } = await paying();
    const token = await billing.token(id);
    for (const address of [email, 'one@example.org', 'two@example.org', 'three@example.org'])
      for (let sent = 0; sent < 5; sent += 1) await submit('withdrawal', { email: address, firstName: 'Autre' });
    await billing.request
      .post('/api/contract/cancellation')
      .send({ firstName: 'Anaïs', lastName: 'Le Goff', email })
      .expect(429);
    expect(await submit('cancellation', { email }, { token })).toMatchObject({ outcome: 'accepted' });
  });

  test('has one effect when it is sent five times at once', async () => {
    const subscriber = await paying();
    const receipts = await Promise.all(
      Array.from({ length: 5 }, () => submit('cancellation', { email: subscriber.email })),
    );
    const outcomes = await Promise.all(receipts.map(async ({ reference }) => (await announced(reference)).outcome));
    expect(outcomes.sort()).toEqual(['accepted', ...Array.from({ length: 4 }, () => 'already-ended')].sort());
    expect(await billing.ledger(subscriber.id)).toEqual([200, 0]);
  });
});

describe('a withdrawal', () => {
  test('ends access at once, and has the partner end the contract and give the money back', async () => {
    const subscriber = await paying(daysAgo(14));
    const { reference } = await submit('withdrawal', { email: subscriber.email });
    expect(reference).toMatch(/^RET-/);
    expect(await announced(reference)).toMatchObject({ kind: 'withdrawal', outcome: 'accepted' });
    expect(await subscriber.checkPayment()).toBe(false);
    expect((await subscriber.subscription()).state).toBe('revoked');
    expect(await names(subscriber)).toContain('subscription.revoked');
    await billing.partnerOrders.runDue();
    expect(calls.map(({ path, body }) => [path, body]).sort()).toEqual([
      ['/cancel', { transaction_id: subscriber.transaction_id }],
      ['/refund', { transaction_id: subscriber.transaction_id }],
    ]);
    await billing
      .postback({
        transaction_id: newTransaction(),
        event: 'refund',
        original_transaction_id: subscriber.transaction_id,
      })
      .expect(200);
    expect(await billing.ledger(subscriber.id)).toEqual([200, 0, -200]);
    expect(await outcomeOf('withdrawal', { email: subscriber.email })).toBe('already-ended');
  });

  test('is too late after its days, and leaves access as it is', async () => {
    const subscriber = await paying(daysAgo(19));
    expect(await outcomeOf('withdrawal', { email: subscriber.email })).toBe('too-late');
    expect(await subscriber.checkPayment()).toBe(true);
  });

  test('ends with a new first payment, whose contract has its own month and its own end', async () => {
    const subscriber = await paying(daysAgo(3));
    await submit('withdrawal', { email: subscriber.email });
    const present = await payAgain(subscriber);
    const { paidUntil, nextCharge } = await subscriber.subscription();
    expect(nextCharge).toMatchObject({ at: paidUntil });
    expect(Date.parse(String(paidUntil))).toBeLessThanOrEqual(Date.now() + 31 * DAY_MS);
    await cancelled(subscriber.transaction_id);
    await refunded(subscriber.transaction_id);
    expect(await subscriber.subscription()).toMatchObject({ state: 'active', paidUntil, nextCharge });
    expect(await outcomeOf('cancellation', { email: subscriber.email })).toBe('accepted');
    expect(await ordered(present)).toEqual(['cancel']);
  });
});

test('a migration has the sweep fold subscribers again who began a contract after the end of another one', async () => {
  const [subscriber, other] = [await paying(daysAgo(3)), await paying(daysAgo(3))];
  await submit('withdrawal', { email: subscriber.email });
  await payAgain(subscriber);
  await submit('cancellation', { email: other.email });
  const { paidUntil } = await subscriber.subscription();
  await billing.postgres.query(
    `update subscriptions set paid_until = paid_until + interval '1 month' where subscriber_id = $1`,
    [subscriber.id],
  );
  const migration = new URL('../migrations/028-contracts-of-their-own.sql', import.meta.url);
  await billing.postgres.query(await readFile(migration, 'utf8'));
  const { rows } = await billing.postgres.query(
    'select subscriber_id from subscriptions where subscriber_id = any($1) and fold_version < 2',
    [[subscriber.id, other.id]],
  );
  expect(rows).toEqual([{ subscriber_id: subscriber.id }]);
  await billing.subscriptions.sweep();
  expect(await subscriber.subscription()).toMatchObject({ paidUntil });
});

test('a migration has the sweep fold subscribers again whose payments or cancellations name a macro in place of a checkout', async () => {
  const subscribed = async (sub4: string) => {
    const subscriber = await atThePartner(billing);
    const call = (fields: Record<string, string>) =>
      billing.postback({ transaction_id: newTransaction(), email: subscriber.email, ...fields }).expect(200);
    await call({ sub4, occurred_at: daysAgo(10) });
    await call({ occurred_at: daysAgo(5) });
    await call({ event: 'cancellation', sub4 });
    return subscriber;
  };
  const [macro, none] = [await subscribed('{clickid}'), await subscribed('')];
  const checkout = await paying(daysAgo(10));
  await payAgain(checkout, daysAgo(5));
  await cancelled(checkout.transaction_id);
  // A former version took the macro for a checkout, whose contract alone the cancellation ended.
  await billing.postgres.query(`update subscriptions set state = 'active' where subscriber_id = $1`, [macro.id]);
  const migration = new URL('../migrations/035-macros-are-no-checkouts.sql', import.meta.url);
  await billing.postgres.query(await readFile(migration, 'utf8'));
  const { rows } = await billing.postgres.query(
    'select subscriber_id from subscriptions where subscriber_id = any($1) and fold_version < 2',
    [[macro.id, none.id, checkout.id]],
  );
  expect(rows).toEqual([{ subscriber_id: macro.id }]);
  await billing.subscriptions.sweep();
  expect((await macro.subscription()).state).toBe('cancelled');
});

test('a request that waits for an erasure stores neither text nor person', async () => {
  const subscriber = await paying();
  const { id, email } = subscriber;
  const [, receipt] = await whileLocked(billing, id, [
    () => billing.consume('subscriber.erased', { id }, 2),
    () => submit('cancellation', { email, reason: 'je m’appelle Anaïs' }),
  ]);
  const { rows } = await billing.postgres.query(
    'select outcome, subscriber_id, reason from contract_requests where reference = $1',
    [(receipt as { reference: string }).reference],
  );
  expect(rows).toEqual([{ outcome: 'unknown-email', subscriber_id: null, reason: '' }]);
});

test('the erasure repeats a cancellation that the partner has rejected', async () => {
  const { id, email, transaction_id } = await paying();
  await submit('cancellation', { email });
  partner.status = 404;
  await billing.partnerOrders.runDue();
  partner.status = 200;
  await billing.consume('subscriber.erased', { id }, 2);
  await billing.partnerOrders.runDue();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/cancel', { transaction_id }],
    ['/cancel', { transaction_id }],
  ]);
});

test('an erased subscriber’s requests keep no free text', async () => {
  const subscriber = await paying();
  const { reference } = await submit('cancellation', { email: subscriber.email, reason: 'je m’appelle Anaïs' });
  await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
  const { rows } = await billing.postgres.query('select reason from contract_requests where reference = $1', [
    reference,
  ]);
  expect(rows).toEqual([{ reason: '' }]);
});
