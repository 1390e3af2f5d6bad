import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { postbackBody } from 'contracts/operations/billing';
import fc from 'fast-check';
import { subscriberFacts } from 'testing/events';
import { checkoutOf, createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let billing: Harness;
beforeAll(async () => {
  billing = await createHarness();
});
afterAll(() => billing.close());

const DAY_MS = 24 * 60 * 60_000;
const HISTORIES = Number(process.env.HISTORIES ?? 40);
const CONCURRENT_HISTORIES = 4;
const TIMEOUT_MS = 120_000 + HISTORIES * 200;

interface Transaction {
  id: number;
  event: 'first' | 'renewal' | 'refund' | 'chargeback' | 'cancellation';
  daysAgo: number;
  amount: '0.50' | '2.00' | '5.00' | undefined;
  /** Index of the refunded or cancelled payment; negative for payments. */
  refunds: number;
  /** Index of the payment whose contract a payment continues; null: it names none. */
  continues: number | null;
  /** Whether a payment that names another one states its checkout too. */
  hasCheckout: boolean;
}

const PAYMENTS = 4;
/** Payments, which may continue another one, known by it alone or by their checkout too, and cancellations and refunds that name one of them, in parts, whole, and more than that. */
const history = fc
  .tuple(
    fc.array(
      fc.record({
        event: fc.constantFrom('first', 'renewal'),
        daysAgo: fc.integer({ min: 0, max: 120 }),
        amount: fc.constantFrom('2.00', '5.00', undefined),
        continues: fc.option(fc.nat(PAYMENTS - 1)),
        hasCheckout: fc.boolean(),
      }),
      { minLength: 1, maxLength: PAYMENTS },
    ),
    fc.array(
      fc.record({
        event: fc.constantFrom('refund', 'chargeback', 'cancellation'),
        daysAgo: fc.integer({ min: 0, max: 120 }),
        amount: fc.constantFrom('0.50', '2.00', '5.00', undefined),
        refunds: fc.nat(PAYMENTS - 1),
      }),
      { maxLength: 5 },
    ),
  )
  .map(
    ([payments, refunds]) =>
      [
        ...payments.map((payment, id) => ({ ...payment, id, refunds: -1 })),
        ...refunds.map((refund, index) => ({
          ...refund,
          id: PAYMENTS + index,
          continues: null,
          hasCheckout: false,
          refunds: refund.refunds % payments.length,
        })),
      ] as Transaction[],
  );
/** Every transaction once at least, some twice, in any order. */
const deliveries = history.chain((transactions) =>
  fc.tuple(
    fc.constant(transactions),
    fc
      .subarray(transactions)
      .chain((repeated) =>
        fc.shuffledSubarray([...transactions, ...repeated], { minLength: transactions.length + repeated.length }),
      ),
  ),
);

/** Delivers the postbacks of a new subscriber to the service, behind the check of keys and signatures. */
const deliver = async (transactions: readonly Transaction[], start: number) => {
  const id = randomUUID();
  await billing.consume('subscriber.registered', subscriberFacts({ id }));
  const destination = await billing.checkouts.begin(id, 'default', async () => null, false);
  const sub4 = checkoutOf(destination.kind === 'partner' ? destination.url : undefined);
  for (const { id: number, event, daysAgo, amount, refunds, continues, hasCheckout } of transactions) {
    const isNamedAlone = continues !== null && !hasCheckout;
    await billing.postbacks.receive(
      'sandbox',
      postbackBody.parse({
        transaction_id: `${id}-${number}`,
        event,
        occurred_at: new Date(start - daysAgo * DAY_MS).toISOString(),
        ...(amount && { amount }),
        ...(continues !== null && { original_transaction_id: `${id}-${continues}` }),
        ...(refunds >= 0 && { original_transaction_id: `${id}-${refunds}` }),
        ...(refunds < 0 && !isNamedAlone && { sub4 }),
      }),
      { webhookId: null, call: null },
    );
  }
  const { state, paidUntil } = await billing.subscriptions.view(id);
  return { state, paidUntil, netCents: (await billing.ledger(id)).reduce((sum, cents) => sum + cents, 0) };
};

describe('postbacks', () => {
  test(
    'end in the same state and money in whatever order and number they are delivered',
    async () => {
      const start = Date.now() - 1_000;
      const property = fc.asyncProperty(deliveries, async ([ordered, delivered]) => {
        const [shuffled, chronological] = await Promise.all([
          deliver(delivered, start),
          deliver(
            [...ordered].sort((one, other) => other.daysAgo - one.daysAgo),
            start,
          ),
        ]);
        expect(shuffled).toEqual(chronological);
      });
      const runs = Array.from({ length: CONCURRENT_HISTORIES }, () =>
        fc.assert(property, { numRuns: Math.ceil(HISTORIES / CONCURRENT_HISTORIES) }),
      );
      await Promise.all(runs);
      expect(await billing.ledgerCheck.check()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
