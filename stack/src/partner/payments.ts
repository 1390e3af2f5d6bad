import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decimalPrice, FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Logger } from 'service-kit/logger';
import type { Postbacks } from './postbacks.ts';
import { ID_PREFIXES } from './transactions.ts';
import type { Parameters, Transaction, Transactions } from './transactions.ts';

const AMOUNT = decimalPrice(FIRST_MONTH_CENTS);
const newId = (): string => ID_PREFIXES.page + randomUUID();
/** Time that the payer waits for the delivery of the postback, which usually arrives before the payer returns. */
const PAYER_WAIT_MS = 2_000;

interface Dependencies {
  postbacks: Pick<Postbacks, 'send'>;
  transactions: Transactions;
  logger: Logger;
}

/** Performs the actions of the page's buttons. */
export const createPayments = ({ postbacks, transactions, logger }: Dependencies) => {
  const notify = async (macros: Record<string, string>, how: 'keyed' | 'signed' = 'keyed'): Promise<void> => {
    const delivery = await postbacks.send(macros, how);
    logger.info({ transaction: macros.transaction_id, delivery }, 'postback');
  };
  const atMost = (milliseconds: number, delivery: Promise<unknown>): Promise<unknown> =>
    Promise.race([delivery, pause(milliseconds, undefined, { ref: false })]);

  return {
    /**
     * Takes a payment and notifies the site: immediately, twice at the same time, or late.
     * @param seconds delay of a late notification
     */
    pay: async (
      parameters: Parameters,
      how: 'accept' | 'duplicate' | 'late',
      seconds: number,
    ): Promise<Transaction> => {
      const transaction: Transaction = {
        id: newId(),
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
    /** Cancels the contract and notifies the site; false when it was already cancelled. */
    cancel: async (transaction: Transaction): Promise<boolean> => {
      if (transaction.cancelledAt) return false;
      transaction.cancelledAt = new Date().toISOString();
      await atMost(
        PAYER_WAIT_MS,
        notify({
          transaction_id: newId(),
          event: 'cancellation',
          original_transaction_id: transaction.id,
          sub4: transaction.reference,
        }),
      );
      return true;
    },
    /** Refunds the payment; false when it was already refunded. */
    refund: async (transaction: Transaction): Promise<boolean> => {
      if (transaction.refundedAt) return false;
      transaction.refundedAt = new Date().toISOString();
      const { id, reference, amount, currency } = transaction;
      await atMost(
        PAYER_WAIT_MS,
        notify(
          {
            transaction_id: newId(),
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
