import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addDays, parisDay } from 'contracts/days';
import type { EventData } from 'contracts/events';
import { startHttpServer } from 'testing/http-server';
import { hasSameName } from '../src/contract-requests/contract-request.ts';
import { atThePartner, createHarness, KEY, newTransaction, whileLocked } from './harness.ts';
import type { Harness } from './harness.ts';

interface Receipt {
  reference: string;
  receivedAt: string;
  outcome: string | null;
  contractEnd: string | null;
}

/** The partner's calls, as the test lets them respond. */
const calls: { path: string; authorization: string | undefined; body: unknown }[] = [];
let partnerStatus: number | 'none' = 200;
let onCall = (): void => {};
const respondAsPartner = async (incoming: IncomingMessage, response: ServerResponse) => {
  const body: unknown = await json(incoming);
  calls.push({ path: incoming.url ?? '', authorization: incoming.headers.authorization, body });
  onCall();
  if (partnerStatus === 'none') response.destroy();
  else response.writeHead(partnerStatus).end();
};

let partnerServer: Awaited<ReturnType<typeof startHttpServer>>;
let billing: Harness;
beforeAll(async () => {
  partnerServer = await startHttpServer((incoming, response) => void respondAsPartner(incoming, response));
  billing = await createHarness(undefined, { partner: partnerServer.url });
});
afterAll(async () => {
  const violations = await billing.ledgerCheck.check();
  await billing.close();
  await partnerServer.close();
  expect(violations).toEqual([]);
});
beforeEach(async () => {
  await billing.postgres.query('delete from rate_limits');
  await billing.postgres.query('update partner_orders set done_at = now() where done_at is null');
  calls.length = 0;
  partnerStatus = 200;
  onCall = () => {};
});

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const paying = async (occurred_at?: string) => {
  const subscriber = await atThePartner(billing);
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4: subscriber.sub4, ...(occurred_at && { occurred_at }) }).expect(200);
  return { ...subscriber, transaction_id };
};

type Person = { id: string; email: string };
/** A request, by a logged-in subscriber or a visitor. */
const submit = async (
  kind: 'cancellation' | 'withdrawal',
  body: Record<string, unknown>,
  { token = '' } = {},
): Promise<Receipt> => {
  const { body: receipt } = await billing.request
    .post(`/api/contract/${kind}`)
    .set(token ? { authorization: `Bearer ${token}` } : {})
    .send({ firstName: 'Anaïs', lastName: 'Le Goff', ...body })
    .expect(201);
  return receipt as Receipt;
};
const announced = async (reference: string): Promise<EventData<'contract.requested'>> => {
  const { rows } = await billing.postgres.query<{ data: EventData<'contract.requested'> }>(
    `select event -> 'data' as data from outbox where event -> 'data' ->> 'reference' = $1`,
    [reference],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.data as EventData<'contract.requested'>;
};
const outcomeOf = async (kind: 'cancellation' | 'withdrawal', body: Record<string, unknown>): Promise<string> =>
  (await announced((await submit(kind, body)).reference)).outcome;
/** Pays again by the payment link that was opened; returns the transaction. */
const payAgain = async ({ sub4 }: Awaited<ReturnType<typeof paying>>, occurred_at?: string): Promise<string> => {
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4, ...(occurred_at && { occurred_at }) }).expect(200);
  return transaction_id;
};
const notified = (event: 'cancellation' | 'refund') => (original_transaction_id: string) =>
  billing.postback({ transaction_id: newTransaction(), event, original_transaction_id }).expect(200);
const [cancelled, refunded] = [notified('cancellation'), notified('refund')];
const ordered = async (transactionId: string): Promise<string[]> => {
  const { rows } = await billing.postgres.query<{ action: string }>(
    'select action from partner_orders where transaction_id = $1 order by action',
    [transactionId],
  );
  return rows.map(({ action }) => action);
};
const names = async ({ id }: Person) => (await billing.events(id)).map(({ name }) => name);

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
    await billing.partnerOrders.sendDue();
    expect(calls).toEqual([
      {
        path: '/cancel',
        authorization: `Bearer ${KEY}`,
        body: { transaction_id: subscriber.transaction_id },
      },
    ]);
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

  test('of an unknown address is announced with the address and stored without it', async () => {
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

  test('of a later day takes effect on that day in Paris, once, unless it was replaced', async () => {
    const [later, replaced] = [await paying(), await paying()];
    const effectiveDay = addDays(parisDay(Date.now()), 10);
    const { reference } = await submit('cancellation', { email: later.email, effectiveDay });
    expect(await announced(reference)).toMatchObject({ outcome: 'scheduled', contractEnd: null });
    await submit('cancellation', { email: replaced.email, effectiveDay });
    expect(await outcomeOf('cancellation', { email: replaced.email })).toBe('accepted');
    expect(await billing.contractRequests.carryOutDue()).toBe(0);
    expect((await later.subscription()).state).toBe('active');
    billing.travel(11);
    try {
      expect(await billing.contractRequests.carryOutDue()).toBe(1);
      expect(await billing.contractRequests.carryOutDue()).toBe(0);
      expect((await later.subscription()).state).toBe('cancelled');
      // Its mail is that of the cancellation.
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

  test('of a subscriber who is logged in is accepted after strangers have used up the attempts of address and client', async () => {
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
    await billing.partnerOrders.sendDue();
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

describe('a cancellation of a later day', () => {
  const effectiveDay = addDays(parisDay(Date.now()), 10);
  const carryOut = async () => {
    billing.travel(11);
    try {
      await billing.contractRequests.carryOutDue();
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
        () => billing.contractRequests.carryOutDue(),
      ]);
      expect(await announced((receipt as Receipt).reference)).toMatchObject({ outcome: 'accepted' });
      expect(await billing.ledger(subscriber.id)).toEqual([200, 0]);
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
      await billing.contractRequests.carryOutDue();
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

test('a migration has the sweep fold anew who has begun a contract after the end of another one', async () => {
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

describe('orders to a partner', () => {
  const stateOf = async (transactionId: string) => {
    const { rows } = await billing.postgres.query<{ attempts: number; isDone: boolean; isRejected: boolean }>(
      `select attempts, done_at is not null as "isDone", rejected_at is not null as "isRejected" from partner_orders where transaction_id = $1`,
      [transactionId],
    );
    return rows;
  };

  test('are repeated while the partner fails, and done where they were done before', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partnerStatus = 503;
    await billing.partnerOrders.sendDue();
    expect(await billing.partnerOrders.sendDue()).toBe(0);
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 1, isDone: false, isRejected: false }]);
    partnerStatus = 409;
    billing.travel(1);
    try {
      await billing.partnerOrders.sendDue();
    } finally {
      billing.travel(-1);
    }
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 2, isDone: true, isRejected: false }]);
  });

  test('end with the one under way when the worker is stopped: a hung partner delays no shutdown by all of them', async () => {
    for (const { email } of [await paying(), await paying()]) await submit('cancellation', { email });
    const shutdown = new AbortController();
    onCall = () => shutdown.abort();
    await billing.partnerOrders.sendDue(shutdown.signal);
    expect(calls).toHaveLength(1);
  });

  test('are repeated while the partner closes the connection without a response', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partnerStatus = 'none';
    await billing.partnerOrders.sendDue();
    expect(await stateOf(subscriber.transaction_id)).toEqual([{ attempts: 1, isDone: false, isRejected: false }]);
  });

  test('are given up where the partner does not know the transaction', async () => {
    const subscriber = await paying();
    await submit('cancellation', { email: subscriber.email });
    partnerStatus = 404;
    await billing.partnerOrders.sendDue();
    billing.travel(1);
    try {
      await billing.partnerOrders.sendDue();
    } finally {
      billing.travel(-1);
    }
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
    await billing.partnerOrders.sendDue();
    expect(calls).toEqual([]);
    expect((await names(subscriber)).filter((name) => name === 'subscription.cancelled')).toHaveLength(1);
  });
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
