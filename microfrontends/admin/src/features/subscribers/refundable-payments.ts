import type { Refundable, RefundOrder, SubscriberBilling } from 'contracts/operations/subscribers';

type Entry = SubscriberBilling['entries'][number];
export type RefundablePayment = Entry & { refundable: Refundable };

/** States of an order that may be repeated. */
const REPEATABLE: ReadonlySet<RefundOrder['state']> = new Set(['rejected', 'unconfirmed']);

/** Payments of which something remains and whose refund is not ordered, the latest first. */
export const refundablePayments = ({
  entries,
  refund_orders = [],
}: Pick<SubscriberBilling, 'entries' | 'refund_orders'>): RefundablePayment[] => {
  const ordered = new Set(refund_orders.filter(({ state }) => !REPEATABLE.has(state)).map(({ entry_id }) => entry_id));
  return entries
    .flatMap((entry) =>
      entry.refundable && !ordered.has(entry.id) ? [{ ...entry, refundable: entry.refundable }] : [],
    )
    .sort((one, other) => other.occurred_at.localeCompare(one.occurred_at));
};
