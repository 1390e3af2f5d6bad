import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { postbackBody } from 'contracts/operations/postbacks';
import fc from 'fast-check';
import { subscriberFacts } from 'testing/events';
import { checkoutOf, useBilling } from './harness.ts';

const billing = useBilling();

const DAY_MS = 24 * 60 * 60_000;
const HISTORIES = Number(process.env.HISTORIES ?? 40);
const CONCURRENT_HISTORIES = 4;
const TIMEOUT_MS = 120_000 + HISTORIES * 200;

interface Transaction {
  id: number;
  event: 'first' | 'renewal' | 'refund' | 'chargeback' | 'cancellation';
  daysAgo: number;
  amount: '0.50' | '2.00' | '5.00' | undefined;
  /** Index of the refunded or cancelled payment; negative for payments; null: the call states only the address. */
  refunds: number | null;
  /** Index of the payment whose contract this one continues; null: it names none. */
  continues: number | null;
  /** Whether a payment that names another one also states its checkout. */
  hasCheckout: boolean;
  /** Field by which a refund or cancellation names its payment: the original transaction, its own identifier, or both. */
  naming: 'original' | 'same' | 'both';
}

const PAYMENTS = 4;
/**
 * Histories of payments, which may continue another one and name it, their checkout or both, and of cancellations and refunds of
 * one of them: partial, whole, or more than the payment.
 */
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
        naming: fc.constantFrom('original', 'same', 'both'),
      }),
      { maxLength: 5 },
    ),
  )
  .map(
    ([payments, refunds]) =>
      [
        ...payments.map((payment, id) => ({ ...payment, id, refunds: -1, naming: 'original' })),
        ...refunds.map((refund, index) => ({
          ...refund,
          id: PAYMENTS + index,
          continues: null,
          hasCheckout: false,
          refunds: refund.refunds % payments.length,
          // A second one with its payment's identifier would be a repetition of the first.
          naming: refunds
            .slice(0, index)
            .some(
              ({ event, refunds }) =>
                event === refund.event && refunds % payments.length === refund.refunds % payments.length,
            )
            ? 'original'
            : refund.naming,
        })),
      ] as Transaction[],
  );
/**
 * Histories whose payments all continue the oldest one, and whose cancellations and refunds of the first payment state only the
 * address.
 */
const historyByAddress = history.map((transactions): Transaction[] => {
  const payments = transactions
    .filter(({ refunds }) => refunds === -1)
    .sort((one, other) => other.daysAgo - one.daysAgo)
    .map((payment, id) => ({
      ...payment,
      id,
      continues: id === 0 ? null : (payment.continues ?? 0) % id,
      hasCheckout: false,
    }));
  const others = transactions.filter(({ refunds }) => refunds !== -1);
  return [...payments, ...others.map((other) => ({ ...other, refunds: other.refunds || null }))];
});

interface Delivery {
  transactions: Transaction[];
  /** Every transaction at least once, some twice. */
  delivered: Transaction[];
  /** Whether the subscriber is unknown until the first payment with a checkout. */
  isRegisteredLate: boolean;
}
const inAnyOrder = (transactions: Transaction[]): fc.Arbitrary<Transaction[]> =>
  fc
    .subarray(transactions)
    .chain((repeated) =>
      fc.shuffledSubarray([...transactions, ...repeated], { minLength: transactions.length + repeated.length }),
    );
const deliveries: fc.Arbitrary<Delivery> = fc.oneof(
  history.chain((transactions) =>
    fc.record({
      transactions: fc.constant(transactions),
      delivered: inAnyOrder(transactions),
      isRegisteredLate: fc.constant(false),
    }),
  ),
  // By the address alone a refund is of a payment known at its arrival: all of them wait for the oldest one.
  historyByAddress.chain((transactions) =>
    fc.record({
      transactions: fc.constant(transactions),
      delivered: inAnyOrder(transactions.slice(1)).map((others) => [...others, ...transactions.slice(0, 1)]),
      isRegisteredLate: fc.boolean(),
    }),
  ),
);

/** Delivers the postbacks of a new subscriber to the service, bypassing the check of keys and signatures. */
const deliver = async (transactions: readonly Transaction[], start: number, isRegisteredLate = false) => {
  const id = randomUUID();
  const facts = subscriberFacts({ id });
  const register = async (): Promise<string> => {
    await billing.consume('subscriber.registered', facts);
    const destination = await billing.checkouts.begin(id, 'default', async () => null, false);
    return checkoutOf(destination.kind === 'partner' ? destination.url : undefined);
  };
  let sub4 = isRegisteredLate ? '' : await register();
  for (const { id: number, event, daysAgo, amount, refunds, continues, hasCheckout, naming } of transactions) {
    const statesCheckout = refunds === -1 && (continues === null || hasCheckout);
    if (statesCheckout) sub4 ||= await register();
    const refunded = refunds !== null && refunds >= 0 ? `${id}-${refunds}` : null;
    await billing.postbacks.receive(
      'sandbox',
      postbackBody.parse({
        transaction_id: refunded !== null && naming !== 'original' ? refunded : `${id}-${number}`,
        event,
        occurred_at: new Date(start - daysAgo * DAY_MS).toISOString(),
        ...(amount && { amount }),
        ...(continues !== null && { original_transaction_id: `${id}-${continues}` }),
        ...(refunds === null && { email: facts.email }),
        ...(refunded !== null && naming !== 'same' && { original_transaction_id: refunded }),
        ...(statesCheckout && { sub4 }),
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
      const property = fc.asyncProperty(deliveries, async ({ transactions, delivered, isRegisteredLate }) => {
        const [shuffled, chronological] = await Promise.all([
          deliver(delivered, start, isRegisteredLate),
          deliver(
            [...transactions].sort((one, other) => other.daysAgo - one.daysAgo),
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
