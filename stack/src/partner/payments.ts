import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Logger } from 'service-kit/logger';
import type { Postbacks } from './postbacks.ts';
import type { Parameters, Transaction, Transactions } from './transactions.ts';

const AMOUNT = (FIRST_MONTH_CENTS / 100).toFixed(2);
/** Time that the payer is held while the postback is delivered: usually it arrives before the payer is back. */
const PAYER_WAIT_MS = 2_000;

interface Dependencies {
  postbacks: Pick<Postbacks, 'send'>;
  transactions: Transactions;
  logger: Logger;
}

/** What the partner does with the buttons of its page. */
export const createPayments = ({ postbacks, transactions, logger }: Dependencies) => {
  const notify = async (macros: Record<string, string>, how: 'keyed' | 'signed' = 'keyed'): Promise<void> => {
    const delivery = await postbacks.send(macros, how);
    logger.info({ transaction: macros.transaction_id, delivery }, 'postback');
  };
  const atMost = (milliseconds: number, delivery: Promise<unknown>): Promise<unknown> =>
    Promise.race([delivery, pause(milliseconds, undefined, { ref: false })]);

  return {
    /**
     * Takes a payment and notifies the site: at once, twice at the same moment, or late.
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
        cancelledAt: null,
      };
      transactions.add(transaction);
      const macros = {
        transaction_id: transaction.id,
        event: 'first',
        sub4: transaction.reference,
        amount: AMOUNT,
        currency: OFFER_CURRENCY,
      };
      if (how === 'late') setTimeout(() => void notify(macros), seconds * 1000).unref();
      else
        await atMost(
          PAYER_WAIT_MS,
          Promise.all(how === 'duplicate' ? [notify(macros), notify(macros)] : [notify(macros)]),
        );
      return transaction;
    },
    /** Ends the contract and confirms it to the site; false when that was done before. */
    cancel: async (transaction: Transaction): Promise<boolean> => {
      if (transaction.cancelledAt) return false;
      transaction.cancelledAt = new Date().toISOString();
      await atMost(
        PAYER_WAIT_MS,
        notify({
          transaction_id: `SB-${randomUUID()}`,
          event: 'cancellation',
          original_transaction_id: transaction.id,
          sub4: transaction.reference,
        }),
      );
      return true;
    },
    /** Gives the money back; false when that was done before. */
    refund: async (transaction: Transaction): Promise<boolean> => {
      if (transaction.refundedAt) return false;
      transaction.refundedAt = new Date().toISOString();
      const { id, reference, amount, currency } = transaction;
      await atMost(
        PAYER_WAIT_MS,
        notify(
          {
            transaction_id: `SB-${randomUUID()}`,
            event: 'refund',
            original_transaction_id: id,
            sub4: reference,
            amount,
            currency,
          },
          'signed',
        ),
      );
      return true;
    },
  };
};
