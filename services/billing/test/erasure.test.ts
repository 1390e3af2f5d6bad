import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ReceivedCall } from 'contracts/operations/postbacks';
import { atThePartner, newTransaction, whileLocked, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

const paying = async () => {
  const subscriber = await atThePartner(billing);
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4: subscriber.sub4 }).expect(200);
  return { ...subscriber, transaction_id };
};
const erase = (id: string, revision = 2) => billing.consume('subscriber.erased', { id }, revision);
const stateOf = async (id: string) => {
  const { rows } = await billing.postgres.query<{ state: string }>(
    'select state from subscriptions where subscriber_id = $1',
    [id],
  );
  return rows.map(({ state }) => state);
};
const ordersOf = async (id: string) => {
  const { rows } = await billing.postgres.query<{ action: string }>(
    'select o.action from partner_orders o join contract_requests r on r.id = o.request_id where r.subscriber_id = $1',
    [id],
  );
  return rows.map(({ action }) => action);
};
const requestsOf = async (id: string) => {
  const { rows } = await billing.postgres.query<{ outcome: string }>(
    'select outcome from contract_requests where subscriber_id = $1 order by received_at',
    [id],
  );
  return rows.map(({ outcome }) => outcome);
};
const personal = async (): Promise<string> => {
  const { rows: tables } = await billing.postgres.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'outbox'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await billing.postgres.query(`select t::text from ${name} t`)).rows),
  );
  return JSON.stringify(rows);
};

describe('the erasure of a subscriber', () => {
  test('deletes an invite of a bot that is no longer configured', async () => {
    const { id } = await paying();
    await billing.query(
      "insert into telegram_invites (subscriber_id, link, member_id) values ($1, 'https://t.me/+x', 42)",
      [id],
    );
    await erase(id);
    expect((await billing.query('select from telegram_invites where subscriber_id = $1', [id])).rowCount).toBe(0);
  });
  test('cancels an open contract once, has the partner end it, and mails nothing', async () => {
    const { id, transaction_id } = await paying();
    await erase(id);
    expect(await requestsOf(id)).toEqual(['accepted']);
    await erase(id, 3);
    expect(await requestsOf(id)).toEqual(['accepted']);
    expect(await stateOf(id)).toEqual(['cancelled']);
    expect(await ordersOf(id)).toEqual(['cancel']);
    const events = await billing.events(id);
    expect(events.map(({ name }) => name)).toEqual([
      'subscription.activated',
      'payment.recorded',
      'subscription.cancelled',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ requestId: expect.any(String) as unknown });
    await billing
      .postback({ transaction_id: newTransaction(), event: 'renewal', original_transaction_id: transaction_id })
      .expect(200);
    expect(await requestsOf(id)).toEqual(['accepted']);
    expect(await ordersOf(id)).toEqual(['cancel']);
  });

  test('has the partner end contracts among which its cancellation names none, but not the only one', async () => {
    const [single, double] = [await paying(), await paying()];
    // A payment that names no checkout begins another contract.
    await billing.postback({ transaction_id: newTransaction(), email: double.email }).expect(200);
    for (const { id, email } of [single, double]) {
      await billing.postback({ transaction_id: newTransaction(), event: 'cancellation', email }).expect(200);
      await erase(id);
    }
    expect([await requestsOf(single.id), await ordersOf(single.id)]).toEqual([[], []]);
    expect([await requestsOf(double.id), await ordersOf(double.id)]).toEqual([['already-ended'], ['cancel', 'cancel']]);
  });

  test('cancels the contract of a payment that arrives after it', async () => {
    const subscriber = await atThePartner(billing);
    await erase(subscriber.id);
    await billing.postback({ transaction_id: newTransaction(), sub4: subscriber.sub4 }).expect(200);
    expect(await stateOf(subscriber.id)).toEqual(['cancelled']);
    expect(await ordersOf(subscriber.id)).toEqual(['cancel']);
  });

  test('cancels the contract of a payment that arrives ten times at once after it', async () => {
    const subscriber = await atThePartner(billing);
    await erase(subscriber.id);
    const payment = { transaction_id: newTransaction(), sub4: subscriber.sub4 };
    const responses = await Promise.all(Array.from({ length: 20 }, () => billing.postback(payment)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ordersOf(subscriber.id)).toEqual(['cancel']);
  });

  test('cancels the contract of a payment that is assigned at the same moment, and removes its address', async () => {
    const subscriber = await atThePartner(billing);
    const payment = { transaction_id: newTransaction(), email: `${randomUUID()}@example.org` };
    expect((await billing.postback(payment)).body.verdict).toBe('unmatched');
    const stored = async () =>
      (
        await billing.query<{ id: string; email: string; call: string }>(
          'select id, email, call::text from postbacks where transaction_id = $1',
          [payment.transaction_id],
        )
      ).rows[0];
    const { id } = (await stored()) ?? {};
    const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
    await whileLocked(billing, subscriber.id, [
      () => erase(subscriber.id),
      async () =>
        billing.request
          .post(`/api/postbacks/${id}/reconcile`)
          .set('authorization', authorization)
          .send({ subscriber_id: subscriber.id })
          .expect(200),
    ]);
    expect(await stateOf(subscriber.id)).toEqual(['cancelled']);
    expect(await ordersOf(subscriber.id)).toEqual(['cancel']);
    expect(JSON.stringify(await stored())).not.toContain('@');
  });

  test.each(['first', 'refund', 'cancellation'])('lets a postback be assigned meanwhile: %s', async (event) => {
    // Without a checkout there is no subscription to lock; two people have the address, so the postback waits.
    const { id, email } = await billing.subscriber();
    await billing.subscriber({ email });
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, event, email })).body.verdict).toBe('unmatched');
    const stored = async () =>
      (
        await billing.query<{ id: string; text: string }>(
          'select id, p::text as text from postbacks p where transaction_id = $1',
          [transaction_id],
        )
      ).rows[0];
    const postbackId = (await stored())?.id;
    const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
    const assign = async () =>
      billing.request
        .post(`/api/postbacks/${postbackId}/reconcile`)
        .set({ authorization })
        .send({ subscriber_id: id })
        .expect(200);
    await whileLocked(billing, id, [() => erase(id), assign], 'subscribers where id');
    expect(await billing.verdicts(transaction_id)).toEqual(['recorded']);
    expect(await ordersOf(id)).toEqual(event === 'first' ? ['cancel'] : []);
    expect((await stored())?.text).not.toContain('@');
  });

  test('cancels the contract of a first payment that arrives while it is under way', async () => {
    // Without a checkout there is no subscription to lock.
    const subscriber = await billing.subscriber();
    const payment = { transaction_id: newTransaction(), email: subscriber.email };
    await whileLocked(
      billing,
      subscriber.id,
      [() => erase(subscriber.id), async () => billing.postback(payment).expect(200)],
      'subscribers where id',
    );
    expect(await stateOf(subscriber.id)).toEqual(['cancelled']);
    expect(await ordersOf(subscriber.id)).toEqual(['cancel']);
  });

  test('leaves a cancelled contract and a person who never paid as they are', async () => {
    const cancelled = await paying();
    await billing.request
      .post('/api/contract/cancellation')
      .send({ email: cancelled.email, firstName: 'Anaïs', lastName: 'Le Goff' })
      .expect(201);
    await erase(cancelled.id);
    expect(await ordersOf(cancelled.id)).toEqual(['cancel']);
    const visitor = await billing.subscriber();
    await erase(visitor.id);
    expect(await stateOf(visitor.id)).toEqual([]);
  });

  test('leaves neither name nor address nor free text in the database', async () => {
    const { id, email } = await paying();
    await billing.request
      .post('/api/contract/withdrawal')
      .send({ email, firstName: 'Zéphyrine', lastName: 'Inconnue' })
      .expect(201);
    await erase(id);
    const stored = await personal();
    for (const trace of [email, 'Zéphyrine', 'Inconnue']) expect(stored).not.toContain(trace);
    expect(stored).toContain(id);
  });
});

describe('the address in stored calls', () => {
  /**
   * Stores postbacks that contain the address: a payment, its repetition, a decline, a refund, and a second refund of the refunded
   * payment.
   */
  const stateAddress = async (email: string, sub4: string, payment: string, event = 'first') => {
    await billing.postback({ transaction_id: payment, sub4, email, event }).expect(200);
    await billing.postback({ transaction_id: payment, sub4, email, event }).expect(200);
    await billing.postback({ transaction_id: newTransaction(), event: 'decline', sub4, email }).expect(200);
    await billing
      .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: payment, email })
      .expect(200);
    await billing
      .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: payment, email })
      .expect(200);
  };
  const newDomain = () => `${newTransaction()}.example`.toLowerCase();
  const isStored = async (text: string) => (await personal()).includes(text);

  test('goes with the erasure, down to its domain', async () => {
    const domain = newDomain();
    const { id, email, sub4 } = await atThePartner(billing, { email: `zephyrine@${domain}` });
    await stateAddress(email, sub4, newTransaction());
    await billing
      .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: 'unknown', email })
      .expect(200, { ok: true, verdict: 'unmatched' });
    expect(await isStored(domain)).toBe(true);
    await erase(id);
    expect(await isStored(domain)).toBe(false);
  });

  test('is not stored of a call that arrives after it', async () => {
    const domain = newDomain();
    const { id, email, sub4 } = await atThePartner(billing, { email: `zephyrine@${domain}` });
    await erase(id);
    await stateAddress(email, sub4, newTransaction());
    expect(await isStored(domain)).toBe(false);
  });

  test('goes by the migration where a former version has left it, and the rest of the call stays', async () => {
    const domain = newDomain();
    const transaction = newTransaction();
    const { id, email, sub4 } = await atThePartner(billing, { email: `zephyrine@${domain}` });
    await billing.postback({ transaction_id: transaction, sub4, email }).expect(200);
    const readCall = async () =>
      (
        await billing.postgres.query<{ call: ReceivedCall }>('select call from postbacks where transaction_id = $1', [
          transaction,
        ])
      ).rows[0]?.call;
    const call = await readCall();
    await erase(id);
    await billing.postgres.query('update postbacks set call = $2 where transaction_id = $1', [
      transaction,
      JSON.stringify(call),
    ]);
    const migration = new URL('../migrations/022-erased-addresses.sql', import.meta.url);
    await billing.postgres.query(await readFile(migration, 'utf8'));
    expect(await isStored(domain)).toBe(false);
    const without = (name: string, value: string) => (name === 'email' ? { name, value: '•••' } : { name, value });
    expect(await readCall()).toEqual({
      ...call,
      parameters: call?.parameters.map(({ name, value }) => without(name, value)),
    });
  });

  test('goes after 13 months, of a call that waits too; calls, verdicts and younger calls stay', async () => {
    const domain = newDomain();
    const transactions = [newTransaction(), newTransaction()];
    const { email, sub4 } = await atThePartner(billing, { email: `zephyrine@${domain}` });
    await stateAddress(email, sub4, newTransaction());
    for (const transaction_id of transactions)
      await billing
        .postback({ transaction_id, event: 'renewal', email: `inconnue@${domain}` })
        .expect(200, { ok: true, verdict: 'unmatched' });
    const [older, younger] = transactions;
    await billing.postgres.query(
      `update postbacks set received_at = received_at - interval '13 months' + interval '1 hour'`,
    );
    await billing.postgres.query(`update postbacks set received_at = now() where transaction_id = $1`, [younger]);
    const verdicts = async () =>
      (await billing.postgres.query('select id, verdict, subscriber_id from postbacks order by id')).rows;
    const before = await verdicts();
    await billing.addressExpiry.expire();
    expect(await isStored(`inconnue@${domain}`)).toBe(true);

    await billing.postgres.query(
      `update postbacks set received_at = received_at - interval '2 hours' where transaction_id <> $1`,
      [younger],
    );
    await billing.addressExpiry.expire();
    const { rows } = await billing.postgres.query<{ transaction_id: string }>(
      `select transaction_id from postbacks where email <> '' or call::text like '%' || $1 || '%'`,
      [domain],
    );
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual([younger]);
    expect(await verdicts()).toEqual(before);
    const list = (
      await billing.request
        .get('/api/postbacks/unmatched')
        .set('authorization', `Bearer ${await billing.token(randomUUID(), 'administrator')}`)
        .expect(200)
    ).body as { transaction_id: string }[];
    expect(list.map(({ transaction_id }) => transaction_id)).toEqual(expect.arrayContaining([older, younger]));
  });

  test('is not stored of a decline whose subscriber is unknown: it waits for nothing', async () => {
    const domain = newDomain();
    await billing
      .postback({ transaction_id: newTransaction(), event: 'decline', email: `zephyrine@${domain}` })
      .expect(200, { ok: true, verdict: 'declined' });
    expect(await isStored(domain)).toBe(false);
  });
});

describe('the export of billing', () => {
  const exported = async (id: string) =>
    (
      await billing.request
        .get('/api/account/data/billing')
        .set('authorization', `Bearer ${await billing.token(id)}`)
        .expect(200)
    ).body as Record<string, unknown>;

  test('holds subscription, payments, opened links and requests of the subscriber alone', async () => {
    const [own, other] = [await paying(), await paying()];
    await billing.request
      .post('/api/contract/cancellation')
      .send({ email: own.email, firstName: 'Anaïs', lastName: 'Le Goff', reason: 'trop cher' })
      .expect(201);
    const data = await exported(own.id);
    expect(data).toMatchObject({
      subscription: { state: 'cancelled' },
      payments: [
        { kind: 'first', amount_cents: 200, currency: 'EUR', transaction_id: own.transaction_id },
        { kind: 'cancellation', amount_cents: 0 },
      ],
      checkouts: [{ model_slug: expect.any(String) as unknown }],
      contract_requests: [{ kind: 'cancellation', outcome: 'accepted', reason: 'trop cher' }],
    });
    expect(JSON.stringify(data)).not.toContain(other.transaction_id);
  });

  test('exports nothing of a person who never paid', async () => {
    const { id } = await billing.subscriber();
    expect(await exported(id)).toEqual({
      subscription: { state: 'none', paid_until: null },
      payments: [],
      checkouts: [],
      contract_requests: [],
      telegram_invite: null,
    });
  });
});
