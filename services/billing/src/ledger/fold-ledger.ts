import { monthsAfter } from './billing-period.ts';
import { isPayment, isRefund } from './ledger-entry.ts';
import type { LedgerEntry } from './ledger-entry.ts';

export type FoldedEntry = Pick<
  LedgerEntry,
  | 'partner'
  | 'transactionId'
  | 'originalTransactionId'
  | 'kind'
  | 'amountCents'
  | 'currency'
  | 'occurredAt'
  | 'paidUntil'
>;

/** What a subscriber's entries amount to. */
export type FoldedLedger =
  | { kind: 'never-paid' }
  /** Refunded whole, or withdrawn from. */
  | { kind: 'revoked' }
  /** End of what is paid, without the days of grace. */
  | { kind: 'paid'; paidUntil: Date; isCancelled: boolean };

const DAY_MS = 24 * 60 * 60_000;

/** Names a transaction of a partner; no text of the database has this separator. */
const keyOf = (partner: string, transactionId: string): string => `${partner}\0${transactionId}`;

/** The refunds among entries by the payment that they name: however many payments are looked up, each entry is read once. */
export const refundsAmong = (entries: readonly FoldedEntry[]) => {
  const byPayment = Map.groupBy(
    entries.filter(({ kind }) => isRefund(kind)),
    ({ partner, originalTransactionId }) => keyOf(partner, originalTransactionId),
  );
  const refundsOf = ({ partner, transactionId }: FoldedEntry): readonly FoldedEntry[] =>
    byPayment.get(keyOf(partner, transactionId)) ?? [];
  return {
    /** Whether anything of a payment is refunded. */
    isRefunded: (payment: FoldedEntry): boolean => refundsOf(payment).length > 0,
    /**
     * Cents of a payment that are not refunded. Amounts in different currencies cannot be compared: such a refund leaves nothing,
     * since access must not outlive the money.
     */
    remainingCents: (payment: FoldedEntry): number => {
      const refunds = refundsOf(payment);
      if (refunds.some(({ currency }) => currency !== payment.currency)) return 0;
      return Math.max(
        0,
        refunds.reduce((remaining, { amountCents }) => remaining + amountCents, payment.amountCents),
      );
    },
  };
};

/** The order in which the money moved, the same for every order of arrival. */
const chronological = (one: FoldedEntry, other: FoldedEntry): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() ||
  (keyOf(one.partner, one.transactionId) < keyOf(other.partner, other.transactionId) ? -1 : 1);

/** Months that follow each other count from one day, so that 31 January, 28 February and 31 March belong together. */
interface Series {
  anchor: Date;
  months: number;
  end: Date;
}

const extended = (series: Series | null, { occurredAt, paidUntil }: FoldedEntry, graceDays: number): Series => {
  const isContinued = series !== null && occurredAt.getTime() <= series.end.getTime() + graceDays * DAY_MS;
  if (paidUntil) {
    const end = isContinued && series.end > paidUntil ? series.end : paidUntil;
    return { anchor: end, months: 0, end };
  }
  const { anchor, months } = isContinued ? series : { anchor: occurredAt, months: 0 };
  return { anchor, months: months + 1, end: monthsAfter(anchor, months + 1) };
};

/**
 * Whether the contract was cancelled or withdrawn from: that holds until a first payment after it stands, a new contract. A renewal
 * after it extends what is paid alone.
 */
const isEndedBy = (
  end: 'cancellation' | 'withdrawal',
  entries: readonly FoldedEntry[],
  standing: readonly FoldedEntry[],
): boolean => {
  const contract = standing.findLast(({ kind }) => kind === 'first');
  return entries.some(({ kind, occurredAt }) => kind === end && (!contract || occurredAt >= contract.occurredAt));
};

/**
 * The payments that stand, in the order in which the money moved: each until it is refunded whole, one of no amount until it is
 * refunded at all.
 */
export const standingPayments = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { isRefunded, remainingCents } = refundsAmong(entries);
  return entries
    .filter((entry) => isPayment(entry.kind) && (!isRefunded(entry) || remainingCents(entry) > 0))
    .sort(chronological);
};

/**
 * Folds all entries of one subscriber (docs/domain.md#ledger): payments that stand follow each other, each adding a month or
 * leading to the end that the partner stated. The result depends on the entries alone, not on their order.
 * @param graceDays days after the end during which a payment continues the series
 */
export const foldLedger = (entries: readonly FoldedEntry[], graceDays: number): FoldedLedger => {
  if (!entries.some(({ kind }) => isPayment(kind))) return { kind: 'never-paid' };
  const standing = standingPayments(entries);
  const series = standing.reduce<Series | null>((before, payment) => extended(before, payment, graceDays), null);
  return series && !isEndedBy('withdrawal', entries, standing)
    ? { kind: 'paid', paidUntil: series.end, isCancelled: isEndedBy('cancellation', entries, standing) }
    : { kind: 'revoked' };
};
