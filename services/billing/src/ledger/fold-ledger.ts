import { DAY_MS } from 'contracts/durations';
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

/** Result of a subscriber's entries. */
export type FoldedLedger =
  | { kind: 'never-paid' }
  /** Refunded whole, or withdrawn from. */
  | { kind: 'revoked' }
  /** End of what is paid, without the days of grace. */
  | { kind: 'paid'; paidUntil: Date; isCancelled: boolean };

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

/** @param graceMs time after its end during which a payment continues the series */
const extended = (series: Series | null, { occurredAt, paidUntil }: FoldedEntry, graceMs: number): Series => {
  const isContinued = series !== null && occurredAt.getTime() <= series.end.getTime() + graceMs;
  if (paidUntil) {
    const end = isContinued && series.end > paidUntil ? series.end : paidUntil;
    return { anchor: end, months: 0, end };
  }
  const { anchor, months } = isContinued ? series : { anchor: occurredAt, months: 0 };
  return { anchor, months: months + 1, end: monthsAfter(anchor, months + 1) };
};

/** The payments among entries that others name, and the contracts that they belong to (docs/domain.md#ledger, rule 5). */
export const namesAmong = <Entry extends FoldedEntry>(entries: readonly Entry[]) => {
  const all = entries.filter(({ kind }) => isPayment(kind)).sort(chronological);
  const firsts = all.filter(({ kind }) => kind === 'first');
  const payments = new Map(all.map((payment) => [keyOf(payment.partner, payment.transactionId), payment]));
  const ofCheckouts = Map.groupBy(
    firsts.filter(({ reference }) => reference),
    ({ partner, reference = '' }) => keyOf(partner, reference),
  );
  /** The payment that an entry names, else the only first one of the checkout that it names; undefined where none is known. */
  const namedBy = ({ partner, originalTransactionId, reference = '' }: FoldedEntry): Entry | undefined => {
    const namedPayment = originalTransactionId === '' ? undefined : payments.get(keyOf(partner, originalTransactionId));
    if (namedPayment) return namedPayment;
    const begun = ofCheckouts.get(keyOf(partner, reference)) ?? [];
    return begun.length === 1 ? begun[0] : undefined;
  };
  const firstBefore = (renewal: Entry): Entry | undefined =>
    firsts.findLast((first) => chronological(first, renewal) < 0);

  const openings = new Map<Entry, Entry>();
  const openingOf = (payment: Entry): Entry => {
    const path = new Set<Entry>();
    let current = payment;
    let opening: Entry | undefined;
    while (!opening) {
      if (current.kind === 'first') opening = current;
      else {
        path.add(current);
        const next: Entry = namedBy(current) ?? firstBefore(current) ?? all[0] ?? current;
        if (path.has(next)) {
          // Renewals that name each other, or themselves: the same wherever one begins.
          const [earliest = next] = [...path].slice([...path].indexOf(next)).sort(chronological);
          opening = firstBefore(earliest) ?? earliest;
        } else {
          opening = openings.get(next);
          current = next;
        }
      }
    }
    for (const payment of path) openings.set(payment, opening);
    return opening;
  };
  return {
    payments: all,
    namedBy,
    /** The payment that began the contract of a payment, itself refunded or not; of a renewal without any the earliest one. */
    openingOf,
    /** Whether a cancellation ends a contract: by the payment or checkout that it names, else by what had begun before it (rule 6). */
    ends: (cancellation: FoldedEntry, contract: Entry): boolean => {
      const namedPayment = namedBy(cancellation);
      return namedPayment ? openingOf(namedPayment) === contract : cancellation.occurredAt >= contract.occurredAt;
    },
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

/** The payments that began contracts of which others, or they themselves, stand; the present contract is the last one. */
export const contractsOf = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] =>
  [...new Set(standingPayments(entries).map(namesAmong(entries).openingOf))].sort(chronological);

const cancellationsAmong = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind }) => kind === 'cancellation');

/** The payments that began contracts that no cancellation names, refunded or not: their partner may charge for them. */
export const chargeableContracts = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { payments, namedBy, openingOf } = namesAmong(entries);
  const namedPayments = cancellationsAmong(entries).flatMap((cancellation) => namedBy(cancellation) ?? []);
  const cancelled = new Set(namedPayments.map(openingOf));
  return [...new Set(payments.map(openingOf))].filter((contract) => !cancelled.has(contract)).sort(chronological);
};

/** The chargeable contracts that neither a cancellation nor a withdrawal has ended, whatever it names. */
export const openContracts = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { ends } = namesAmong(entries);
  const endings = entries.filter(({ kind }) => kind === 'cancellation' || kind === 'withdrawal');
  return chargeableContracts(entries).filter((contract) => !endings.some((ending) => ends(ending, contract)));
};

/**
 * Folds all entries of one subscriber (docs/domain.md#ledger): payments that stand follow each other, each adding a month or
 * leading to the end that the partner stated. The result depends on the entries alone, not on their order.
 * @param graceDays days after the end during which a payment continues the series
 */
export const foldLedger = (entries: readonly FoldedEntry[], graceDays: number): FoldedLedger => {
  const { payments, openingOf, ends } = namesAmong(entries);
  if (payments.length === 0) return { kind: 'never-paid' };
  const cancellations = cancellationsAmong(entries);
  const withdrawnAt = Math.max(
    ...entries.filter(({ kind }) => kind === 'withdrawal').map(({ occurredAt }) => occurredAt.getTime()),
  );
  const isEndedAt = (contract: FoldedEntry, at: Date): boolean =>
    cancellations.some((cancellation) => cancellation.occurredAt <= at && ends(cancellation, contract));
  let present: FoldedEntry | null = null;
  let series: Series | null = null;
  /** Contract of the payment before. */
  let former: FoldedEntry | null = null;
  for (const payment of standingPayments(entries)) {
    const contract = openingOf(payment);
    if (!present || chronological(contract, present) > 0) present = contract;
    // One that had begun when the subscriber withdrew gives nothing, refunded or not.
    if (contract.occurredAt.getTime() <= withdrawnAt) continue;
    const graceMs = former && isEndedAt(former, payment.occurredAt) ? 0 : graceDays * DAY_MS;
    series = extended(series, payment, graceMs);
    former = contract;
  }
  if (!present || !series) return { kind: 'revoked' };
  const contract = present;
  const isCancelled = cancellations.some((cancellation) => ends(cancellation, contract));
  return { kind: 'paid', paidUntil: series.end, isCancelled };
};
