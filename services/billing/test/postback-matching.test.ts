import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { receivedCall } from '../src/postbacks/received-call.ts';
import { atThePartner, newTransaction, whileLocked, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

const stored = async (transactionId: string) => {
  const { rows } = await billing.query<{ email: string; matched_by: string; subscriber_id: string | null; id: string }>(
    'select id, email, matched_by, subscriber_id from postbacks where transaction_id = $1 order by received_at limit 1',
    [transactionId],
  );
  return rows[0];
};

describe('a decline', () => {
  test('is a verdict of its subscriber, and moves no money', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, sub4, event: 'decline', amount: '2.00' })).toBe('declined');
    expect(await stored(transaction_id)).toMatchObject({ matched_by: 'checkout', subscriber_id: id });
    expect(await checkPayment()).toBe(false);
    expect([await billing.ledger(id), await billing.events(id)]).toEqual([[], []]);
  });

  test('is recorded once, and lets the same transaction succeed later', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const events = ['decline', 'decline', 'first', 'decline', 'first'];
    const verdicts: string[] = [];
    for (const event of events) verdicts.push(await billing.verdictOf({ transaction_id, sub4, event }));
    expect(verdicts).toEqual(['declined', 'duplicate', 'recorded', 'duplicate', 'duplicate']);
    expect(await checkPayment()).toBe(true);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('treats the decline of a transaction that has succeeded as a duplicate', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, sub4 })).toBe('recorded');
    expect(await billing.verdictOf({ transaction_id, sub4, event: 'decline' })).toBe('duplicate');
    expect(await checkPayment()).toBe(true);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('leaves the subscription as it is after the decline of a renewal', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    const first = newTransaction();
    await billing.verdictOf({ transaction_id: first, sub4 });
    const before = await subscription();
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, event: 'decline', original_transaction_id: first })).toBe(
      'declined',
    );
    expect(await subscription()).toEqual(before);
    expect(await stored(transaction_id)).toMatchObject({ matched_by: 'transaction' });
  });

  test('records the decline of an unknown payer without a subscriber', async () => {
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, event: 'decline', email: 'inconnu@example.org' })).toBe(
      'declined',
    );
    expect(await stored(transaction_id)).toMatchObject({ matched_by: '', subscriber_id: null, email: '' });
  });
});

describe('a partial refund', () => {
  test('gives back what it states', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const first = newTransaction();
    await billing.verdictOf({ transaction_id: first, sub4 });
    const partial = { transaction_id: newTransaction(), event: 'partial_refund', original_transaction_id: first };
    expect(await billing.verdictOf({ ...partial, amount: '0.50' })).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200, -50]);
    expect(await checkPayment()).toBe(true);
  });

  test('is rejected without an amount', async () => {
    const response = await billing.postback({ transaction_id: newTransaction(), event: 'partial_refund' }).expect(400);
    expect(response.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      error: 'Un remboursement partiel indique son montant',
    });
    const body = { transaction_id: newTransaction(), event: 'partial_refund' };
    expect((await billing.webhook(body).expect(400)).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('matching', () => {
  test('takes the checkout before the transaction, and the transaction before the address', async () => {
    const [one, two, three] = [await atThePartner(billing), await atThePartner(billing), await atThePartner(billing)];
    const [ofOne, ofTwo] = [newTransaction(), newTransaction()];
    await billing.verdictOf({ transaction_id: ofOne, sub4: one.sub4 });
    await billing.verdictOf({ transaction_id: ofTwo, sub4: two.sub4 });
    const renewal = { event: 'renewal', email: three.email };
    const [byCheckout, byTransaction, byEmail] = [newTransaction(), newTransaction(), newTransaction()];
    await billing.verdictOf({ ...renewal, transaction_id: byCheckout, sub4: one.sub4, original_transaction_id: ofTwo });
    await billing.verdictOf({
      ...renewal,
      transaction_id: byTransaction,
      sub4: '{clickid}',
      original_transaction_id: ofTwo,
    });
    await billing.verdictOf({
      ...renewal,
      transaction_id: byEmail,
      sub4: '{clickid}',
      original_transaction_id: 'unknown',
    });
    expect([await billing.ledger(one.id), await billing.ledger(two.id), await billing.ledger(three.id)]).toEqual([
      [200, 500],
      [200, 500],
      [500],
    ]);
    const matches = await Promise.all([byCheckout, byTransaction, byEmail].map(stored));
    expect(matches.map((row) => row?.matched_by)).toEqual(['checkout', 'transaction', 'email']);
    expect(matches.map((row) => row?.email)).toEqual(['', '', '']);
  });

  test('compares addresses in lower case', async () => {
    const { id, email } = await billing.subscriber();
    expect(await billing.verdictOf({ transaction_id: newTransaction(), email: email.toUpperCase() })).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('takes an address of two subscribers for neither', async () => {
    const email = `${randomUUID()}@example.org`;
    await billing.subscriber({ email });
    await billing.subscriber({ email: email.toUpperCase() });
    const transaction_id = newTransaction();
    expect(await billing.verdictOf({ transaction_id, email })).toBe('unmatched');
    expect(await stored(transaction_id)).toMatchObject({ email, matched_by: '' });
  });

  test('finds the payment of a refund by the address alone', async () => {
    const { id, email, sub4, checkPayment } = await atThePartner(billing);
    await billing.verdictOf({ transaction_id: newTransaction(), sub4 });
    expect(await billing.verdictOf({ transaction_id: newTransaction(), event: 'refund', email })).toBe('recorded');
    expect(await billing.ledger(id)).toEqual([200, -200]);
    expect(await checkPayment()).toBe(false);
  });

  describe('a refund that states the address alone and arrives before its payment', () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const before = async (email: string, fields: Record<string, string> = {}) => {
      const transaction_id = newTransaction();
      expect(await billing.verdictOf({ transaction_id, event: 'refund', email, ...fields })).toBe('unmatched');
      return transaction_id;
    };

    test('is entered with it, also where it was paid by a checkout', async () => {
      const { id, email, sub4, checkPayment } = await atThePartner(billing);
      const refund = await before(email.toUpperCase(), { amount: '0.50' });
      const withMacro = await before(email, { sub4: '{clickid}' });
      const ofCheckout = await before(email, { sub4: randomBytes(18).toString('base64url') });
      const other = await before(`${randomUUID()}@example.org`);
      expect(await billing.verdictOf({ transaction_id: newTransaction(), sub4, occurred_at: minutesAgo(5) })).toBe(
        'recorded',
      );
      expect(await billing.ledger(id)).toEqual([200, -50, -150]);
      expect(await checkPayment()).toBe(false);
      for (const each of [refund, withMacro])
        expect(await stored(each)).toMatchObject({ email: '', matched_by: 'email' });
      for (const each of [ofCheckout, other]) expect(await billing.verdicts(each)).toEqual(['unmatched']);
    });

    test('is entered with it where it is a cancellation, whose subscriber was unknown', async () => {
      const email = `${randomUUID()}@example.org`;
      const cancellation = await before(email, { event: 'cancellation' });
      const { sub4, subscription } = await atThePartner(billing, { email });
      expect(await billing.verdictOf({ transaction_id: newTransaction(), sub4, occurred_at: minutesAgo(5) })).toBe(
        'recorded',
      );
      expect(await stored(cancellation)).toMatchObject({ email: '', matched_by: 'email' });
      expect(await subscription()).toMatchObject({ state: 'cancelled' });
    });

    test('waits on where it is older than the payment, or two have the address', async () => {
      const { id, email, sub4 } = await atThePartner(billing);
      const older = await before(email, { occurred_at: minutesAgo(10) });
      expect(await billing.verdictOf({ transaction_id: newTransaction(), sub4, occurred_at: minutesAgo(5) })).toBe(
        'recorded',
      );
      const twin = await atThePartner(billing);
      const ofTwo = await before(twin.email);
      await billing.subscriber({ email: twin.email.toUpperCase() });
      const payment = { transaction_id: newTransaction(), sub4: twin.sub4, occurred_at: minutesAgo(5) };
      expect(await billing.verdictOf(payment)).toBe('recorded');
      expect([await billing.ledger(id), await billing.ledger(twin.id)]).toEqual([[200], [200]]);
      for (const refund of [older, ofTwo]) expect(await billing.verdicts(refund)).toEqual(['unmatched']);
    });

    test('is entered once where the administrator replays it at the same moment', async () => {
      const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
      const { id, email, sub4 } = await atThePartner(billing);
      const refund = await before(email);
      const path = `/api/postbacks/${(await stored(refund))?.id}/replay`;
      const calls = [
        () => billing.verdictOf({ transaction_id: newTransaction(), sub4, occurred_at: minutesAgo(5) }),
        async () => (await billing.request.post(path).set({ authorization })).body as unknown,
      ];
      const outcomes = await whileLocked(billing, id, calls);
      expect(outcomes).toEqual(['recorded', expect.objectContaining({ code: 'POSTBACK_NOT_FOUND' })]);
      expect(await billing.ledger(id)).toEqual([200, -200]);
    });
  });

  describe('a renewal that arrives before the payment it names', () => {
    const renewalOf = (original_transaction_id: string, transaction_id = newTransaction()) => ({
      transaction_id,
      event: 'renewal',
      original_transaction_id,
    });

    test('is recorded with it, and so is what names the renewal', async () => {
      const { id, sub4, subscription } = await atThePartner(billing);
      const [first, renewal] = [newTransaction(), newTransaction()];
      const next = renewalOf(renewal);
      const refund = { transaction_id: newTransaction(), event: 'refund', original_transaction_id: renewal };
      const cancellation = { ...refund, transaction_id: newTransaction(), event: 'cancellation' };
      for (const each of [refund, next, cancellation, renewalOf(first, renewal)])
        expect(await billing.verdictOf(each)).toBe('unmatched');
      expect(await billing.verdictOf({ transaction_id: first, sub4 })).toBe('recorded');
      expect((await billing.ledger(id)).toSorted()).toEqual([-500, 0, 200, 500, 500].toSorted());
      expect(await subscription()).toMatchObject({ state: 'cancelled' });
      for (const each of [renewal, next.transaction_id])
        expect(await stored(each)).toMatchObject({ matched_by: 'transaction' });
      const recorded = (await billing.events(id)).filter(({ name }) => name === 'payment.recorded');
      expect(recorded).toHaveLength(4);
    });

    test('is recorded with it where the administrator assigns the payment', async () => {
      const { id } = await billing.subscriber();
      const first = newTransaction();
      expect(await billing.verdictOf(renewalOf(first))).toBe('unmatched');
      expect(await billing.verdictOf({ transaction_id: first })).toBe('unmatched');
      await billing.request
        .post(`/api/postbacks/${(await stored(first))?.id}/reconcile`)
        .set('authorization', `Bearer ${await billing.token(randomUUID(), 'administrator')}`)
        .send({ subscriber_id: id })
        .expect(200);
      expect(await billing.ledger(id)).toEqual([500, 200]);
    });

    test('waits for the payment by the same partner', async () => {
      const { id, sub4 } = await atThePartner(billing);
      const first = newTransaction();
      const renewal = renewalOf(first);
      const key = 'key-of-the-second-partner-in-tests';
      await billing.postback({ ...renewal, key }, 'second').expect(200);
      expect(await billing.verdictOf({ transaction_id: first, sub4 })).toBe('recorded');
      expect(await billing.ledger(id)).toEqual([200]);
      expect(await billing.verdicts(renewal.transaction_id)).toEqual(['unmatched']);
    });

    test('is recorded with it where both are repeated at the same moment', async () => {
      for (let round = 0; round < 20; round += 1) {
        const { id, sub4 } = await atThePartner(billing);
        const first = newTransaction();
        const payment = { transaction_id: first, sub4 };
        const renewal = renewalOf(first);
        const responses = await Promise.all([renewal, payment, renewal].map((call) => billing.postback(call)));
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect((await billing.ledger(id)).toSorted()).toEqual([200, 500]);
      }
    });

    test('is recorded with its refund, whichever of the three arrive at the same moment', async () => {
      const { id, sub4 } = await atThePartner(billing);
      const [first, renewal] = [newTransaction(), newTransaction()];
      const refund = { transaction_id: newTransaction(), event: 'refund', original_transaction_id: renewal };
      expect(await billing.verdictOf(renewalOf(first, renewal))).toBe('unmatched');
      await Promise.all([billing.verdictOf({ transaction_id: first, sub4 }), billing.verdictOf(refund)]);
      expect((await billing.ledger(id)).toSorted()).toEqual([-500, 200, 500].toSorted());
    });
  });

  test('takes a macro that the partner has not filled in for no checkout', async () => {
    const [one, other] = [await billing.subscriber(), await billing.subscriber()];
    const sub4 = '{clickid}';
    for (const { email } of [one, other])
      expect(await billing.verdictOf({ transaction_id: newTransaction(), sub4, email })).toBe('recorded');
    const refund = () => ({ transaction_id: newTransaction(), event: 'refund', sub4 });
    expect(await billing.verdictOf(refund())).toBe('unmatched');
    expect(await billing.verdictOf({ ...refund(), email: one.email })).toBe('recorded');
    const later = await billing.subscriber();
    expect(await billing.verdictOf({ transaction_id: newTransaction(), sub4, email: later.email })).toBe('recorded');
    expect(await Promise.all([one, other, later].map(({ id }) => billing.ledger(id)))).toEqual([
      [200, -200],
      [200],
      [200],
    ]);
  });

  test('leaves a refund that names an unknown transaction waiting, whatever its address', async () => {
    const { id, email, sub4 } = await atThePartner(billing);
    await billing.verdictOf({ transaction_id: newTransaction(), sub4 });
    const refund = { transaction_id: newTransaction(), event: 'refund', email, original_transaction_id: 'unknown' };
    expect(await billing.verdictOf(refund)).toBe('unmatched');
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('is repeated by a replay, once the subscriber is known', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
    const [transaction_id, email] = [newTransaction(), `${randomUUID()}@example.org`];
    expect(await billing.verdictOf({ transaction_id, email })).toBe('unmatched');
    const { id = '' } = (await stored(transaction_id)) ?? {};
    const replay = () => billing.request.post(`/api/postbacks/${id}/replay`).set({ authorization });
    expect((await replay().expect(200)).body).toEqual({ ok: true, verdict: 'unmatched' });
    const subscriber = await billing.subscriber({ email });
    const responses = await Promise.all(Array.from({ length: 10 }, replay));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.find(({ status }) => status === 404)?.body).toMatchObject({ code: 'POSTBACK_NOT_FOUND' });
    expect(await billing.ledger(subscriber.id)).toEqual([200]);
    expect(await stored(transaction_id)).toMatchObject({ email: '', matched_by: 'email' });
    await billing.request.post(`/api/postbacks/${id}/replay`).expect(401);
  });

  test('loses a waiting address with the erasure of its subscribers', async () => {
    const email = `${randomUUID()}@example.org`;
    const [one] = [await billing.subscriber({ email }), await billing.subscriber({ email })];
    const transaction_id = newTransaction();
    await billing.verdictOf({ transaction_id, email });
    await billing.consume('subscriber.erased', { id: one.id }, 2);
    expect(await stored(transaction_id)).toMatchObject({ email: '' });
  });
});

describe('receivedCall', () => {
  test('masks addresses, keys and what it does not know', () => {
    expect(
      receivedCall('GET', 'sandbox', {
        key: 'secret',
        transaction_id: 'tx_1',
        email: 'marie@exemple.com',
        sub4: 'a jean@exemple.fr, paul@exemple.fr',
        name: 'Marie',
        'lea@exemple.fr': '1',
        amount: 2,
      }).parameters,
    ).toEqual([
      { name: 'key', value: '•••' },
      { name: 'transaction_id', value: 'tx_1' },
      { name: 'email', value: 'm•••@exemple.com' },
      { name: 'sub4', value: 'a j•••@exemple.fr, p•••@exemple.fr' },
      { name: 'name', value: '•••' },
      { name: 'l•••@exemple.fr', value: '•••' },
      { name: 'amount', value: '2' },
    ]);
  });

  test('is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${'x'.repeat(99)}${index}`, '']));
    const { parameters } = receivedCall('GET', 'sandbox', many);
    expect([parameters.length, parameters[0]?.name.length]).toEqual([30, 60]);
  });

  test('is read in one pass, however long a word is', () => {
    const long = `@${'x'.repeat(200_000)}`;
    const beginMs = performance.now();
    const { parameters } = receivedCall('POST', 'sandbox', { email: long, sub4: `a@b@c ${long}` });
    expect(performance.now() - beginMs).toBeLessThan(500);
    expect(parameters.map(({ value }) => value.slice(0, 12))).toEqual(['•••@xxxxxxxx', 'a•••@b•••@c ']);
  });
});
