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
  | 'reference'
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

/** The payments among entries that others name. */
export const namesAmong = <Entry extends FoldedEntry>(entries: readonly Entry[]) => {
  const all = entries.filter(({ kind }) => isPayment(kind));
  const payments = new Map(all.map((payment) => [keyOf(payment.partner, payment.transactionId), payment]));
  const ofCheckouts = Map.groupBy(
    all.filter(({ kind, reference }) => kind === 'first' && reference),
    ({ partner, reference = '' }) => keyOf(partner, reference),
  );
  /** The payment that an entry names, or the only first one of the checkout that it names; undefined where none is known. */
  const namedBy = ({ partner, originalTransactionId, reference = '' }: FoldedEntry): Entry | undefined => {
    if (originalTransactionId !== '') return payments.get(keyOf(partner, originalTransactionId));
    const begun = ofCheckouts.get(keyOf(partner, reference)) ?? [];
    return begun.length === 1 ? begun[0] : undefined;
  };
  return {
    namedBy,
    /** The payment that began the contract of a payment: of a renewal the named payment, else itself. */
    openingOf: (payment: Entry): Entry => (payment.kind === 'renewal' && namedBy(payment)) || payment,
  };
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

const firstPayments = <Entry extends FoldedEntry>(
  standing: readonly Entry[],
  openingOf: (payment: Entry) => Entry,
): Entry[] => [...new Set(standing.map(openingOf))].filter(({ kind }) => kind === 'first').sort(chronological);

/** The first payment of each contract that has payments that stand, itself refunded or not; the present contract is the last one. */
export const contractsOf = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] =>
  firstPayments(standingPayments(entries), namesAmong(entries).openingOf);

/** The contracts that no cancellation names: their partner may charge for them. */
export const chargeableContracts = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { namedBy, openingOf } = namesAmong(entries);
  const cancelled = new Set<Entry>();
  for (const entry of entries) {
    const named = entry.kind === 'cancellation' && namedBy(entry);
    if (named) cancelled.add(openingOf(named));
  }
  return contractsOf(entries).filter((contract) => !cancelled.has(contract));
};

/** Without the payments of contracts that had begun when the subscriber withdrew, refunded or not. */
const withoutWithdrawn = (
  entries: readonly FoldedEntry[],
  standing: readonly FoldedEntry[],
  openingOf: (payment: FoldedEntry) => FoldedEntry,
): readonly FoldedEntry[] => {
  const withdrawals = entries.filter(({ kind }) => kind === 'withdrawal');
  if (withdrawals.length === 0) return standing;
  const withdrawnAt = Math.max(...withdrawals.map(({ occurredAt }) => occurredAt.getTime()));
  let latest: FoldedEntry | null = null;
  return standing.filter((payment) => {
    if (payment.kind === 'first') latest = payment;
    const opening = openingOf(payment);
    const contract = opening.kind === 'first' ? opening : latest;
    return contract !== null && contract.occurredAt.getTime() > withdrawnAt;
  });
};

/**
 * Folds all entries of one subscriber (docs/domain.md#ledger): payments that stand follow each other, each adding a month or
 * leading to the end that the partner stated. The result depends on the entries alone, not on their order.
 * @param graceDays days after the end during which a payment continues the series
 */
export const foldLedger = (entries: readonly FoldedEntry[], graceDays: number): FoldedLedger => {
  if (!entries.some(({ kind }) => isPayment(kind))) return { kind: 'never-paid' };
  const { namedBy, openingOf } = namesAmong(entries);
  const standing = standingPayments(entries);
  const series = withoutWithdrawn(entries, standing, openingOf).reduce<Series | null>(
    (before, payment) => extended(before, payment, graceDays),
    null,
  );
  if (!series) return { kind: 'revoked' };
  const contract = firstPayments(standing, openingOf).at(-1);
  /** By what a cancellation names, where that is known: it may arrive, or be dated, on either side of another contract's beginning. */
  const endsContract = (cancellation: FoldedEntry): boolean => {
    if (!contract) return true;
    const named = namedBy(cancellation);
    return named ? chronological(openingOf(named), contract) >= 0 : cancellation.occurredAt >= contract.occurredAt;
  };
  const isCancelled = entries.some((entry) => entry.kind === 'cancellation' && endsContract(entry));
  return { kind: 'paid', paidUntil: series.end, isCancelled };
};
