import type { Refundable, SubscriberBilling } from 'contracts/operations/subscribers';

type Entry = SubscriberBilling['entries'][number];
export type RefundablePayment = Entry & { refundable: Refundable };

/** Payments of which something remains and whose refund is not ordered, the latest first. */
export const refundablePayments = ({
  entries,
  refund_orders = [],
}: Pick<SubscriberBilling, 'entries' | 'refund_orders'>): RefundablePayment[] => {
  const ordered = new Set(refund_orders.filter(({ state }) => state !== 'rejected').map(({ entry_id }) => entry_id));
  return entries
    .flatMap((entry) =>
      entry.refundable && !ordered.has(entry.id) ? [{ ...entry, refundable: entry.refundable }] : [],
    )
    .sort((one, other) => other.occurred_at.localeCompare(one.occurred_at));
};
