import { describe, expect, test } from '@jest/globals';
import { atThePartner, eventNames, newTransaction, whileLocked, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

describe('a refund with the identifier of its payment', () => {
  test.each<[string, (payment: string) => Record<string, string>]>([
    ['alone', () => ({})],
    ['stated as the original transaction too', (payment) => ({ original_transaction_id: payment })],
  ])('is of that payment, once: %s', async (_name, stated) => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const refund = { transaction_id, event: 'refund', ...stated(transaction_id) };
    expect(await billing.verdictOf({ transaction_id, sub4 })).toBe('recorded');
    expect(await billing.verdictOf(refund)).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    for (const repeated of [refund, { ...refund, sub4 }, { transaction_id, sub4 }])
      expect(await billing.verdictOf(repeated)).toBe('duplicate');
    expect(await billing.ledger(id)).toEqual([200, -200]);
    const { rows } = await billing.query(
      `select distinct event, transaction_id from postbacks where transaction_id like $1 and verdict = 'duplicate' order by event`,
      [`%${transaction_id}`],
    );
    expect(rows).toEqual([
      { event: 'first', transaction_id },
      { event: 'refund', transaction_id: `refund:${transaction_id}` },
    ]);
  });

  test('waits for its payment, as a chargeback and a cancellation with the same identifier do', async () => {
    const { id, sub4, subscription } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const calls: Record<string, string>[] = [
      { transaction_id, event: 'partial_refund', amount: '0.50' },
      { transaction_id, event: 'chargeback' },
      { transaction_id, event: 'cancellation' },
    ];
    for (const call of calls) expect(await billing.verdictOf(call)).toBe('unmatched');
    for (const call of calls) expect(await billing.verdictOf(call)).toBe('duplicate');
    expect(await billing.verdictOf({ transaction_id, sub4 })).toBe('recorded');
    expect((await billing.ledger(id)).sort()).toEqual([-150, -50, 0, 200].sort());
    expect((await subscription()).state).toBe('revoked');
    for (const call of calls) expect(await billing.verdictOf(call)).toBe('duplicate');
  });
});

describe('a refund', () => {
  test.each(['refund', 'chargeback'])('ends access at once after a %s that names the transaction', async (event) => {
    const { id, sub4, checkPayment, subscription } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    expect(
      (
        await billing
          .postback({ transaction_id: newTransaction(), event, original_transaction_id: transaction_id })
          .expect(200)
      ).body.verdict,
    ).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect(await subscription()).toEqual({
      hasPaid: false,
      state: 'revoked',
      paidUntil: null,
      telegramLink: null,
      isTelegramPending: false,
      modelSlug: null,
      nextCharge: null,
      checkoutNumber: expect.any(String),
    });
    expect(await billing.ledger(id)).toEqual([200, -200]);
    const [, paid, revoked, refund] = await billing.events(id);
    expect(revoked).toMatchObject({ name: 'subscription.revoked', revision: 2, data: { paidUntil: null } });
    const refundedId = (paid?.data as { id: string }).id;
    expect(refund).toMatchObject({ name: 'payment.recorded', data: { amountCents: -200, kind: event, refundedId } });
  });

  test('ends access after a refund that names the checkout alone, ignores a second one, and opens it again with a new payment', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4 });
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'refund', sub4 })).body.verdict).toBe(
      'recorded',
    );
    expect(await checkPayment()).toBe(false);
    expect((await billing.postback({ transaction_id: newTransaction(), event: 'refund', sub4 })).body.verdict).toBe(
      'ignored',
    );
    expect((await billing.postback({ transaction_id: newTransaction(), sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(true);
    expect(await billing.ledger(id)).toEqual([200, -200, 200]);
  });

  test('ignores the second refund of a transaction', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    await billing.postback({
      transaction_id: newTransaction(),
      event: 'refund',
      original_transaction_id: transaction_id,
    });
    expect(
      (
        await billing.postback({
          transaction_id: newTransaction(),
          event: 'chargeback',
          original_transaction_id: transaction_id,
        })
      ).body.verdict,
    ).toBe('ignored');
    expect(await billing.ledger(id)).toEqual([200, -200]);
  });

  test('stores a refund that arrives before its payment without a checkout, and ends the payment as revoked', async () => {
    const { id, sub4, checkPayment, subscription } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const refund = newTransaction();
    expect(
      (await billing.postback({ transaction_id: refund, event: 'refund', original_transaction_id: transaction_id }))
        .body.verdict,
    ).toBe('unmatched');
    expect((await billing.postback({ transaction_id, sub4 })).body.verdict).toBe('recorded');
    expect(await checkPayment()).toBe(false);
    expect((await subscription()).state).toBe('revoked');
    expect(await billing.ledger(id)).toEqual([200, -200]);
    expect(await eventNames(billing, id)).toEqual(['subscription.revoked', 'payment.recorded', 'payment.recorded']);
    expect(await billing.verdicts(refund)).toEqual(['recorded']);
  });

  test.each([true, false])(
    'waits for a payment that it precedes, found by the checkout (naming the transaction: %s), and leaves a second one open',
    async (naming) => {
      const { id, sub4, checkPayment } = await atThePartner(billing);
      const transaction_id = newTransaction();
      expect(
        (
          await billing.postback({
            transaction_id: newTransaction(),
            event: 'refund',
            sub4,
            ...(naming ? { original_transaction_id: transaction_id } : {}),
          })
        ).body.verdict,
      ).toBe('unmatched');
      expect((await billing.postback({ transaction_id, sub4 })).body.verdict).toBe('recorded');
      expect(await checkPayment()).toBe(false);
      expect((await billing.ledger(id)).sort()).toEqual([-200, 200]);
      await billing.postback({ transaction_id: newTransaction(), sub4 });
      expect(await checkPayment()).toBe(true);
    },
  );

  test('keeps its own amount and leaves access open when it is partial, until the rest is refunded', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    const refund = (amount?: string) =>
      billing
        .postback({
          transaction_id: newTransaction(),
          event: 'refund',
          original_transaction_id: transaction_id,
          ...(amount && { amount }),
        })
        .expect(200);
    await refund('0.50');
    expect(await checkPayment()).toBe(true);
    await refund();
    expect(await checkPayment()).toBe(false);
    expect(await billing.ledger(id)).toEqual([200, -50, -150]);
  });

  test.each<Record<string, string>>([
    { event: 'refund' },
    { event: 'chargeback' },
    { event: 'refund', amount: '2.00' },
  ])('enters a refund without a currency in that of its payment, before and after its arrival: %j', async (fields) => {
    for (const isAhead of [false, true]) {
      const { id, sub4, checkPayment } = await atThePartner(billing);
      const [payment, refund] = [newTransaction(), newTransaction()];
      const calls: Record<string, string>[] = [
        { transaction_id: payment, sub4, amount: '2.00', currency: 'USD' },
        { transaction_id: refund, original_transaction_id: payment, ...fields },
      ];
      for (const call of isAhead ? calls.reverse() : calls) await billing.postback(call).expect(200);
      const { rows } = await billing.query(
        'select amount_cents, currency from ledger where subscriber_id = $1 order by amount_cents desc',
        [id],
      );
      expect(rows).toEqual([
        { amount_cents: 200, currency: 'USD' },
        { amount_cents: -200, currency: 'USD' },
      ]);
      expect(await billing.discrepancies(refund)).toEqual([]);
      expect(await checkPayment()).toBe(false);
    }
  });

  describe('that states the address alone', () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    /** Delivers a first payment, its renewal and a refund in an order; returns the refunded payment and the emitted movements. */
    const delivered = async (order: readonly ('first' | 'renewal' | 'refund')[], refundDaysAgo: number) => {
      const { id, email, sub4 } = await atThePartner(billing);
      const [first, renewal, refund] = [newTransaction(), newTransaction(), newTransaction()];
      const calls = {
        first: { transaction_id: first, sub4, occurred_at: daysAgo(30) },
        renewal: {
          transaction_id: renewal,
          event: 'renewal',
          original_transaction_id: first,
          occurred_at: daysAgo(1),
        },
        refund: { transaction_id: refund, event: 'refund', email, occurred_at: daysAgo(refundDaysAgo) },
      };
      for (const call of order) await billing.verdictOf(calls[call]);
      const { rows } = await billing.query<{ original_transaction_id: string; amount_cents: number }>(
        'select original_transaction_id, amount_cents from ledger where transaction_id = $1',
        [refund],
      );
      const movements = (await billing.events(id)).flatMap(({ data }) =>
        'amountCents' in data ? [Number(data.amountCents)] : [],
      );
      const [row] = rows;
      const refunded = row && {
        of: row.original_transaction_id === first ? 'first' : 'renewal',
        cents: row.amount_cents,
      };
      return { refunded, movements };
    };

    test.each([
      [['first', 'renewal', 'refund'] as const],
      [['renewal', 'refund', 'first'] as const],
      [['refund', 'renewal', 'first'] as const],
    ])('refunds the latest payment before it, also where that has waited: %j', async (order) => {
      const [late, early] = [await delivered(order, 0.5), await delivered(order, 20)];
      expect(late).toEqual({ refunded: { of: 'renewal', cents: -500 }, movements: [200, 500, -500] });
      expect(early).toEqual({ refunded: { of: 'first', cents: -200 }, movements: [200, 500, -200] });
    });
  });

  test('leaves another payment’s access open after the refund of one payment', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    const [october, november] = [newTransaction(), newTransaction()];
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
    await billing.postback({ transaction_id: october, sub4, occurred_at: daysAgo(35) });
    await billing.postback({
      transaction_id: november,
      event: 'renewal',
      original_transaction_id: october,
      occurred_at: daysAgo(4),
    });
    expect(
      (
        await billing.postback({
          transaction_id: newTransaction(),
          event: 'chargeback',
          original_transaction_id: october,
        })
      ).body.verdict,
    ).toBe('recorded');
    expect(await subscription()).toMatchObject({ hasPaid: true, state: 'active' });
    await billing.postback({
      transaction_id: newTransaction(),
      event: 'chargeback',
      original_transaction_id: november,
    });
    expect(await subscription()).toMatchObject({ hasPaid: false, state: 'revoked' });
  });

  test('takes away only the month of a duplicate payment that is refunded', async () => {
    const { sub4, subscription } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4 });
    const { paidUntil } = await subscription();
    const duplicate = newTransaction();
    await billing.postback({ transaction_id: duplicate, sub4 });
    expect(Date.parse(String((await subscription()).paidUntil))).toBeGreaterThan(Date.parse(String(paidUntil)));
    await billing.postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: duplicate });
    expect(await subscription()).toMatchObject({ hasPaid: true, paidUntil });
  });

  test('enters at most what is left of its payment, and is flagged where it states more or another currency', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4 });
    const [excess, foreign] = [newTransaction(), newTransaction()];
    await billing.postback({
      transaction_id: excess,
      event: 'refund',
      original_transaction_id: transaction_id,
      amount: '9.00',
    });
    expect(await billing.ledger(id)).toEqual([200, -200]);
    expect(await billing.discrepancies(excess)).toEqual(['amount']);
    const other = newTransaction();
    await billing.postback({ transaction_id: other, sub4 });
    await billing.postback({
      transaction_id: foreign,
      event: 'refund',
      original_transaction_id: other,
      currency: 'USD',
    });
    expect(await billing.discrepancies(foreign)).toEqual(['currency']);
  });

  test('ends as revoked when a payment and its refund arrive at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => atThePartner(billing)));
    await Promise.all(
      people.flatMap(({ sub4 }) => {
        const transaction_id = newTransaction();
        return [
          billing.postback({ transaction_id, sub4 }).expect(200),
          billing
            .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction_id })
            .expect(200),
        ];
      }),
    );
    for (const { id, checkPayment } of people) {
      expect(await checkPayment()).toBe(false);
      expect((await billing.ledger(id)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
    }
  });

  test.each(['EUR', 'USD'])(
    'ends the order to refund its payment where it leaves nothing of it, in %s',
    async (rest) => {
      const { id, email, sub4 } = await atThePartner(billing);
      const transaction_id = newTransaction();
      await billing.postback({ transaction_id, sub4 }).expect(200);
      await billing.request
        .post('/api/contract/withdrawal')
        .set('authorization', `Bearer ${await billing.token(id)}`)
        .send({ firstName: 'Anaïs', lastName: 'Le Goff', email })
        .expect(201);
      const refund = (fields: Record<string, string>) =>
        billing.verdictOf({ event: 'refund', original_transaction_id: transaction_id, ...fields });
      const isDone = async () =>
        (
          await billing.query<{ done: boolean }>(
            `select done_at is not null as done from partner_orders where transaction_id = $1 and action = 'refund'`,
            [transaction_id],
          )
        ).rows[0]?.done;
      expect(await refund({ amount: '0.50' })).toBe('recorded');
      expect(await isDone()).toBe(false);
      expect(await refund({ amount: '1.50', currency: rest })).toBe('recorded');
      expect(await isDone()).toBe(true);
    },
  );

  test.each(['email', 'sub4'] as const)(
    'refunds what the other has left when two refunds arrive at once, found by %s',
    async (how) => {
      const subscriber = await atThePartner(billing);
      const { id, sub4 } = subscriber;
      const [earlier, latest] = [newTransaction(), newTransaction()];
      const occurred_at = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
      await billing.postback({ transaction_id: earlier, sub4, occurred_at }).expect(200);
      await billing.postback({ transaction_id: latest, sub4 }).expect(200);
      const found = { event: 'refund', [how]: subscriber[how] };
      const refunds = [how === 'email' ? found : { event: 'refund', original_transaction_id: latest }, found];
      const calls = refunds.map((refund) => () => billing.verdictOf(refund));
      expect(await whileLocked(billing, id, calls)).toEqual(['recorded', 'recorded']);
      const { rows } = await billing.query<{ named: string }>(
        `select original_transaction_id as named from ledger where subscriber_id = $1 and kind = 'refund'`,
        [id],
      );
      expect(rows.map(({ named }) => named).sort()).toEqual([earlier, latest].sort());
    },
  );
});
