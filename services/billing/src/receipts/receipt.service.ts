import type { OperatorFacts } from 'contracts/operator';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import { isPayment } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { SubscriberProjection } from '../projections/subscriber.projection.ts';
import type { ReadNextCharge } from '../subscriptions/next-charge.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import { writeReceipt } from './receipt.ts';
import type { Receipt } from './receipt.ts';

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'findOwn' | 'ofSubscriber'>;
  subscribers: Pick<SubscriberProjection, 'byId'>;
  subscriptions: Pick<SubscriptionRepository, 'ofSubscriber'>;
  readNextCharge: ReadNextCharge;
  site: { siteTitle: string; operator: OperatorFacts };
}

export const createReceiptService = ({
  postgres,
  ledger,
  subscribers,
  subscriptions,
  readNextCharge,
  site,
}: Dependencies) => ({
  /** Returns the receipt of the subscriber's own payment. @throws AppError NOT_FOUND for any other id */
  read: async (subscriberId: string, paymentId: string): Promise<Receipt> => {
    const payment = await ledger.findOwn(postgres, subscriberId, paymentId);
    if (!payment || !isPayment(payment.kind)) throw new AppError('NOT_FOUND');
    const [entries, buyer, subscription] = await Promise.all([
      ledger.ofSubscriber(postgres, subscriberId),
      subscribers.byId(subscriberId),
      subscriptions.ofSubscriber(subscriberId),
    ]);
    if (!subscription) throw new Error('a payment has no subscription');
    const nextCharge = await readNextCharge(postgres, subscription);
    return writeReceipt({ payment, entries, buyer, state: subscription.state, nextCharge }, site);
  },
});
export type ReceiptService = ReturnType<typeof createReceiptService>;
