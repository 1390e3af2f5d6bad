import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cursorOfNext } from 'contracts/list-page';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

describe('unmatched postbacks', () => {
  const asAdministrator = async () => `Bearer ${await billing.token(randomUUID(), 'administrator')}`;

  test('shows the administrator a payment that no checkout explains, who assigns it to a subscriber', async () => {
    const { id, email, checkPayment } = await billing.subscriber();
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4: 'unknown' })).body).toEqual({
      ok: true,
      verdict: 'unmatched',
    });
    const authorization = await asAdministrator();
    const list = (await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(200)).body as {
      id: string;
      transaction_id: string;
    }[];
    const waiting = list.find((postback) => postback.transaction_id === transaction_id);
    expect(waiting).toMatchObject({
      partner: 'sandbox',
      event: 'first',
      reference: 'unknown',
      amount_cents: 200,
      currency: 'EUR',
    });
    const reconcile = (to: string) =>
      billing.request.post(`/api/postbacks/${waiting?.id}/reconcile`).set({ authorization }).send({ email: to });
    expect((await reconcile('inconnu@example.org').expect(404)).body.code).toBe('SUBSCRIBER_NOT_FOUND');
    expect((await reconcile(email.toUpperCase()).expect(200)).body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect((await reconcile(email).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
    expect(await billing.ledger(id)).toEqual([200]);
    expect((await billing.events(id))[0]?.actor.role).toBe('administrator');
  });

  test('are listed in pages, each of them once, also where one was matched meanwhile', async () => {
    const { email } = await billing.subscriber();
    const transactions = Array.from({ length: 205 }, newTransaction);
    for (const transaction_id of transactions) await billing.postback({ transaction_id, sub4: 'unknown' }).expect(200);
    const authorization = await asAdministrator();
    const page = async (path: string) => {
      const { body, headers } = await billing.request.get(path).set({ authorization }).expect(200);
      return {
        items: body as { id: string; transaction_id: string; received_at: string }[],
        total: Number(headers['x-total-count']),
        next: cursorOfNext(headers.link ?? null),
      };
    };
    const first = await page('/api/postbacks/unmatched');
    const last = first.items.at(-1);
    expect(first.items).toHaveLength(200);
    expect(first.next).toBe(last?.id);
    await billing.request
      .post(`/api/postbacks/${last?.id}/reconcile`)
      .set({ authorization })
      .send({ email })
      .expect(200);
    const second = await page(`/api/postbacks/unmatched?cursor=${first.next}`);
    const all = [...first.items, ...second.items];
    expect(second.next).toBeNull();
    expect(second.total).toBe(first.total - 1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(first.total);
    expect(all.map(({ transaction_id }) => transaction_id)).toEqual(expect.arrayContaining(transactions));
    const times = all.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    for (const cursor of [randomUUID(), 'x', ''])
      expect(
        (await billing.request.get('/api/postbacks/unmatched').query({ cursor }).set({ authorization }).expect(400))
          .body.code,
      ).toBe('VALIDATION_FAILED');
  });

  test('are counted by age, for the alert that one waits', async () => {
    const counts = async () => {
      const { values = [] } = (await billing.metrics.registry.getSingleMetric('postbacks_unmatched')?.get()) ?? {};
      return Object.fromEntries(values.map(({ labels, value }) => [labels.age, value]));
    };
    const before = await counts();
    await billing.postback({ transaction_id: newTransaction(), sub4: 'unknown' }).expect(200);
    expect(await counts()).toEqual({ ...before, hour: Number(before.hour) + 1 });
    billing.travel(1);
    expect(await counts()).toMatchObject({ hour: 0, week: Number(before.hour) + Number(before.week) + 1 });
    billing.travel(7);
    expect(await counts()).toMatchObject({ hour: 0, week: 0 });
    billing.travel(-8);
  });

  test('rejects other roles', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.get('/api/postbacks/unmatched').expect(401);
    await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(403);
    await billing.request
      .post(`/api/postbacks/${randomUUID()}/reconcile`)
      .set({ authorization })
      .send({ email: 'a@b.fr' })
      .expect(403);
  });

  test('rejects bad input in French', async () => {
    const authorization = await asAdministrator();
    const call = (id: string) => billing.request.post(`/api/postbacks/${id}/reconcile`).set({ authorization });
    expect((await call('not-an-id').send({ email: 'a@b.fr' }).expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect((await call(randomUUID()).send({}).expect(400)).body.error).toBe('Email invalide');
    expect((await call(randomUUID()).type('json').send('{').expect(400)).body.code).toBe('INVALID_JSON');
    expect((await call(randomUUID()).send({ email: 'a@b.fr' }).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
  });
});

describe('a postback that the administrator assigns', () => {
  /** Sends a notification without a matching checkout. @returns its id */
  const waiting = async (fields: Record<string, string>): Promise<string> => {
    const transaction_id = newTransaction();
    const { body } = await billing.postback({ transaction_id, ...fields }).expect(200);
    expect(body.verdict).toBe('unmatched');
    const { rows } = await billing.query<{ id: string }>('select id from postbacks where transaction_id = $1', [
      fields.transaction_id ?? transaction_id,
    ]);
    return rows[0]?.id ?? '';
  };
  const assign = async (id: string, to: string) =>
    billing.request
      .post(`/api/postbacks/${id}/reconcile`)
      .set('authorization', `Bearer ${await billing.token(randomUUID(), 'administrator')}`)
      .send({ subscriber_id: to });
  const refunds = async (subscriberId: string) =>
    (await billing.events(subscriberId))
      .map(({ data }) => data as Record<string, unknown>)
      .filter(({ amountCents }) => Number(amountCents) < 0);
  const paying = async (fields: Record<string, string> = {}) => {
    const subscriber = await atThePartner(billing);
    const transaction = newTransaction();
    await billing.postback({ transaction_id: transaction, sub4: subscriber.sub4, ...fields }).expect(200);
    const { rows } = await billing.query<{ id: string }>('select id from ledger where transaction_id = $1', [
      transaction,
    ]);
    return { ...subscriber, transaction, paymentId: rows[0]?.id };
  };

  test.each(['refund', 'chargeback'])('refunds the payment of its subscriber: %s', async (event) => {
    const { id, checkPayment, paymentId } = await paying({ amount: '5.00' });
    const response = await assign(await waiting({ event }), id);
    expect(response.body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await billing.ledger(id)).toEqual([500, -500]);
    expect(await checkPayment()).toBe(false);
    expect(await refunds(id)).toMatchObject([{ kind: event, refundedId: paymentId }]);
  });

  test('refunds the latest payment of which something is left, and is ignored where nothing is', async () => {
    const { id, sub4, paymentId } = await paying({ occurred_at: new Date(Date.now() - 60_000).toISOString() });
    const latest = newTransaction();
    await billing.postback({ transaction_id: latest, sub4 }).expect(200);
    await billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: latest });
    expect((await assign(await waiting({ event: 'refund' }), id)).body.verdict).toBe('recorded');
    expect((await refunds(id)).at(-1)).toMatchObject({ refundedId: paymentId, amountCents: -200 });
    expect((await assign(await waiting({ event: 'refund' }), id)).body.verdict).toBe('ignored');
    expect(await billing.ledger(id)).toEqual([200, 200, -200, -200]);
  });

  test('leaves a refund by a checkout that two people share to the one whose payment it refunds', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const sub4 = randomBytes(18).toString('base64url');
    const [one, other] = [await billing.subscriber(), await billing.subscriber()];
    const earlier = await waiting({ sub4, occurred_at: daysAgo(20) });
    const later = await waiting({ sub4, occurred_at: daysAgo(2) });
    await assign(earlier, one.id);
    await assign(later, other.id);
    const refund = async (days: number) =>
      (
        await billing.postback({
          transaction_id: newTransaction(),
          event: 'refund',
          sub4,
          occurred_at: daysAgo(days),
        })
      ).body.verdict;
    expect(await refund(10)).toBe('recorded');
    expect([await billing.ledger(one.id), await billing.ledger(other.id)]).toEqual([[200, -200], [200]]);
    expect([await one.checkPayment(), await other.checkPayment()]).toEqual([false, true]);
    expect([await refunds(one.id), await refunds(other.id)]).toMatchObject([[{ amountCents: -200 }], []]);
    expect(await refund(1)).toBe('recorded');
    expect([await billing.ledger(one.id), await billing.ledger(other.id)]).toEqual([
      [200, -200],
      [200, -200],
    ]);
    expect(await other.checkPayment()).toBe(false);
    expect(await refund(1)).toBe('ignored');
  });

  test('is an entry without a payment where its subscriber has none, or the payment that it names is unknown', async () => {
    const { id } = await billing.subscriber();
    expect((await assign(await waiting({ event: 'refund' }), id)).body.verdict).toBe('recorded');
    const paid = await paying();
    const named = await waiting({ event: 'refund', original_transaction_id: 'unknown', amount: '1.00' });
    expect((await assign(named, paid.id)).body.verdict).toBe('recorded');
    expect([await billing.ledger(id), await billing.ledger(paid.id)]).toEqual([[-200], [200, -100]]);
    expect(await paid.checkPayment()).toBe(true);
  });

  test('is flagged where nothing states its amount', async () => {
    const { id } = await billing.subscriber();
    const [stated, assumed] = [await waiting({ event: 'refund', amount: '2.00' }), await waiting({ event: 'refund' })];
    for (const postback of [stated, assumed]) expect((await assign(postback, id)).status).toBe(200);
    const { rows } = await billing.query<{ discrepancies: string[] }>(
      'select discrepancies from postbacks where id = any($1) order by id = $2',
      [[stated, assumed], assumed],
    );
    expect(rows.map(({ discrepancies }) => discrepancies)).toEqual([[], ['amount']]);
  });

  test('is announced again as the refund of its payment, which arrives later', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await assign(await waiting({ event: 'refund', original_transaction_id: transaction_id, amount: '2.00' }), id);
    expect((await refunds(id)).at(-1)).not.toHaveProperty('refundedId');
    await billing.postback({ transaction_id, sub4 }).expect(200);
    const { rows } = await billing.query<{ id: string }>('select id from ledger where transaction_id = $1', [
      transaction_id,
    ]);
    const [first, again, ...more] = await refunds(id);
    expect(again).toMatchObject({ id: first?.id, amountCents: -200, refundedId: rows[0]?.id });
    expect(more).toEqual([]);
    expect((await billing.ledger(id)).sort()).toEqual([-200, 200]);
  });

  test('is rejected where it names the payment of another subscriber', async () => {
    const [one, other] = [await paying(), await paying()];
    for (const event of ['refund', 'cancellation']) {
      const id = await waiting({ event, original_transaction_id: newTransaction() });
      // Stored as by a former version, which did not link it to its payment.
      await billing.query('update postbacks set original_transaction_id = $2 where id = $1', [id, one.transaction]);
      const response = await assign(id, other.id);
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'POSTBACK_OTHER_SUBSCRIBER' });
    }
    expect(await billing.ledger(other.id)).toEqual([200]);
  });

  test.each([
    ['refund', 'original_transaction_id'],
    ['chargeback', 'sub4'],
    ['refund', 'email'],
    ['cancellation', 'original_transaction_id'],
  ] as const)('waits for its payment where that waits too: %s by %s', async (event, name) => {
    const { id } = await billing.subscriber();
    const transaction_id = newTransaction();
    const [sub4, email] = [randomBytes(18).toString('base64url'), `${randomUUID()}@example.org`];
    const payment = await waiting({ transaction_id, ...(name === 'email' ? { sub4: '{clickid}', email } : { sub4 }) });
    // Another subscriber's postback waits too.
    await waiting({ sub4: '{clickid}' });
    const ahead = await waiting({
      event,
      sub4: '{clickid}',
      ...{ sub4: { sub4 }, email: { email }, original_transaction_id: { original_transaction_id: transaction_id } }[
        name
      ],
      ...(event !== 'cancellation' && { amount: '9.00' }),
    });
    const rejected = await assign(ahead, id);
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({ code: 'POSTBACK_PAYMENT_WAITING' });
    expect((await assign(payment, id)).body.verdict).toBe('recorded');
    // A refund matched by address is not recorded with the payment: the chosen subscriber has another address.
    if (name === 'email') expect((await assign(ahead, id)).body.verdict).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200, event === 'cancellation' ? 0 : -200]);
    expect((await refunds(id)).every(({ refundedId }) => refundedId)).toBe(true);
    expect((await assign(ahead, id)).body.code).toBe('POSTBACK_NOT_FOUND');
  });

  test('cannot be a renewal whose payment waits too', async () => {
    const { id } = await billing.subscriber();
    const [first, second] = [newTransaction(), newTransaction()];
    const payment = await waiting({ transaction_id: first });
    const renewals = [
      await waiting({ transaction_id: second, event: 'renewal', original_transaction_id: first }),
      await waiting({ event: 'renewal', original_transaction_id: second }),
    ];
    for (const renewal of renewals)
      expect((await assign(renewal, id)).body).toMatchObject({ code: 'POSTBACK_PAYMENT_WAITING' });
    await assign(payment, id);
    expect(await billing.ledger(id)).toHaveLength(3);
  });

  test.each([1, 2, 3, 4])('can be any of the renewals that name each other in a circle: %d', async (count) => {
    const { id } = await billing.subscriber();
    const transactions = Array.from({ length: count }, newTransaction);
    const circle: string[] = [];
    for (const [index, transaction_id] of transactions.entries()) {
      const original_transaction_id = transactions[(index + 1) % count] ?? '';
      circle.push(await waiting({ transaction_id, event: 'renewal', original_transaction_id }));
    }
    const after = await waiting({ event: 'renewal', original_transaction_id: transactions[0] ?? '' });
    expect((await assign(after, id)).body).toMatchObject({ code: 'POSTBACK_PAYMENT_WAITING' });
    expect((await assign(circle.at(-1) ?? '', id)).body.verdict).toBe('recorded');
    expect(await billing.ledger(id)).toHaveLength(count + 1);
  });
});
