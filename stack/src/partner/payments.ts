import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Logger } from 'service-kit/logger';
import type { Postbacks } from './postbacks.ts';
import type { Parameters, Transaction, Transactions } from './transactions.ts';

const AMOUNT = (FIRST_MONTH_CENTS / 100).toFixed(2);
/** Milliseconds that the payer is kept while the site is told: with luck it knows before the payer is back. */
const PAYER_WAITS = 2_000;

interface PaymentDeps {
  postbacks: Pick<Postbacks, 'send'>;
  transactions: Transactions;
  logger: Logger;
}

/** What the partner does with the buttons of its page. */
export const createPayments = ({ postbacks, transactions, logger }: PaymentDeps) => {
  const tell = async (macros: Record<string, string>): Promise<void> => {
    const delivery = await postbacks.send(macros);
    logger.info({ transaction: macros.transaction_id, delivery }, 'postback');
  };
  const atMost = (milliseconds: number, telling: Promise<unknown>): Promise<unknown> =>
    Promise.race([telling, pause(milliseconds, undefined, { ref: false })]);

  return {
    /**
     * Takes a payment and tells the site: at once, twice at the same moment, or late.
     * @param seconds how late
     */
    pay: async (
      parameters: Parameters,
      how: 'accept' | 'duplicate' | 'late',
      seconds: number,
    ): Promise<Transaction> => {
      const transaction: Transaction = {
        id: `SB-${randomUUID()}`,
        reference: parameters.sub4 ?? '',
        sourceId: parameters.source_id ?? '',
        amount: AMOUNT,
        currency: OFFER_CURRENCY,
        paidAt: new Date().toISOString(),
        refundedAt: null,
      };
      transactions.add(transaction);
      const macros = {
        transaction_id: transaction.id,
        event: 'first',
        sub4: transaction.reference,
        amount: AMOUNT,
        currency: OFFER_CURRENCY,
      };
      if (how === 'late') setTimeout(() => void tell(macros), seconds * 1000).unref();
      else await atMost(PAYER_WAITS, Promise.all(how === 'duplicate' ? [tell(macros), tell(macros)] : [tell(macros)]));
      return transaction;
    },
    /** Gives the money back; false when that was done before. */
    refund: async (transaction: Transaction): Promise<boolean> => {
      if (transaction.refundedAt) return false;
      transaction.refundedAt = new Date().toISOString();
      const { id, reference, amount, currency } = transaction;
      await atMost(
        PAYER_WAITS,
        tell({
          transaction_id: `SB-${randomUUID()}`,
          event: 'refund',
          original_transaction_id: id,
          sub4: reference,
          amount,
          currency,
        }),
      );
      return true;
    },
  };
};
