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

/** Result of folding a subscriber's entries. */
export type FoldedLedger =
  | { kind: 'never-paid' }
  /** Fully refunded, or withdrawn from. */
  | { kind: 'revoked' }
  /** End of the paid period, without the grace period. */
  | { kind: 'paid'; paidUntil: Date; isCancelled: boolean };

/** Returns the key of a partner's transaction; the separator never occurs in stored text. */
const keyOf = (partner: string, transactionId: string): string => `${partner}\0${transactionId}`;

/** Indexes refunds by the payment that they name: each entry is read once, however many payments are looked up. */
export const refundsAmong = (entries: readonly FoldedEntry[]) => {
  const byPayment = Map.groupBy(
    entries.filter(({ kind }) => isRefund(kind)),
    ({ partner, originalTransactionId }) => keyOf(partner, originalTransactionId),
  );
  const refundsOf = ({ partner, transactionId }: FoldedEntry): readonly FoldedEntry[] =>
    byPayment.get(keyOf(partner, transactionId)) ?? [];
  return {
    /** Whether any part of a payment is refunded. */
    isRefunded: (payment: FoldedEntry): boolean => refundsOf(payment).length > 0,
    /**
     * Returns the cents of a payment that are not refunded. Amounts in different currencies cannot be compared: a refund in another
     * currency leaves nothing, since access must not outlast the money.
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

/** Orders entries by the time of the transaction, independently of their arrival. */
const chronological = (one: FoldedEntry, other: FoldedEntry): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() ||
  (keyOf(one.partner, one.transactionId) < keyOf(other.partner, other.transactionId) ? -1 : 1);

/** Consecutive months count from one anchor day, so that 31 January, 28 February and 31 March belong together. */
interface Series {
  anchor: Date;
  months: number;
  end: Date;
}

/** @param graceMs time after the end of the series during which a payment continues it */
const extended = (series: Series | null, { occurredAt, paidUntil }: FoldedEntry, graceMs: number): Series => {
  const isContinued = series !== null && occurredAt.getTime() <= series.end.getTime() + graceMs;
  if (paidUntil) {
    const end = isContinued && series.end > paidUntil ? series.end : paidUntil;
    return { anchor: end, months: 0, end };
  }
  const { anchor, months } = isContinued ? series : { anchor: occurredAt, months: 0 };
  return { anchor, months: months + 1, end: monthsAfter(anchor, months + 1) };
};

/** Resolves the payments that other entries name, and the contracts that payments belong to (docs/domain.md#ledger, rule 5). */
export const namesAmong = <Entry extends FoldedEntry>(entries: readonly Entry[]) => {
  const all = entries.filter(({ kind }) => isPayment(kind)).sort(chronological);
  const firsts = all.filter(({ kind }) => kind === 'first');
  const payments = new Map(all.map((payment) => [keyOf(payment.partner, payment.transactionId), payment]));
  const ofCheckouts = Map.groupBy(
    firsts.filter(({ reference }) => reference),
    ({ partner, reference = '' }) => keyOf(partner, reference),
  );
  /** Returns the payment that an entry names, else the only first payment of the checkout that it names; undefined when unknown. */
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
          // Renewals that name each other, or themselves: the result must not depend on where the walk begins.
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
    /** Returns the payment that started the contract of a payment, even if refunded; for renewals without one, the earliest. */
    openingOf,
    /**
     * Whether a cancellation ends a contract: the one of the payment or checkout that it names, else any that started before (rule
     * 6).
     */
    ends: (cancellation: FoldedEntry, contract: Entry): boolean => {
      const namedPayment = namedBy(cancellation);
      return namedPayment ? openingOf(namedPayment) === contract : cancellation.occurredAt >= contract.occurredAt;
    },
  };
};

/**
 * Returns the payments in effect, in the order of their transactions: those not fully refunded, and payments of zero without any
 * refund.
 */
export const standingPayments = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { isRefunded, remainingCents } = refundsAmong(entries);
  return entries
    .filter((entry) => isPayment(entry.kind) && (!isRefunded(entry) || remainingCents(entry) > 0))
    .sort(chronological);
};

/** Returns the payments that started the contracts with a payment in effect; the last one is the current contract. */
export const contractsOf = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] =>
  [...new Set(standingPayments(entries).map(namesAmong(entries).openingOf))].sort(chronological);

const cancellationsAmong = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind }) => kind === 'cancellation');

/**
 * Returns the starting payments of contracts that no cancellation names, refunded or not: their partner may still charge. A
 * partner's cancellation without a known name is that of its only contract begun before it.
 */
export const chargeableContracts = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { payments, namedBy, openingOf } = namesAmong(entries);
  const contracts = [...new Set(payments.map(openingOf))];
  const cancelledBy = (cancellation: Entry): Entry | undefined => {
    const namedPayment = namedBy(cancellation);
    if (namedPayment) return openingOf(namedPayment);
    const [only, ...others] = contracts.filter(
      ({ partner, occurredAt }) => partner === cancellation.partner && occurredAt <= cancellation.occurredAt,
    );
    return others.length === 0 ? only : undefined;
  };
  const cancelled = new Set(cancellationsAmong(entries).map(cancelledBy));
  return contracts.filter((contract) => !cancelled.has(contract)).sort(chronological);
};

/** Returns the chargeable contracts that no cancellation or withdrawal has ended, named or not. */
export const openContracts = <Entry extends FoldedEntry>(entries: readonly Entry[]): Entry[] => {
  const { ends } = namesAmong(entries);
  const endings = entries.filter(({ kind }) => kind === 'cancellation' || kind === 'withdrawal');
  return chargeableContracts(entries).filter((contract) => !endings.some((ending) => ends(ending, contract)));
};

/**
 * Folds all entries of one subscriber (docs/domain.md#ledger): each payment in effect adds a month, or extends access to the end
 * that the partner stated. The result depends only on the entries, not on their order.
 * @param graceDays days after the end of the series during which a payment continues it
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
  /** Contract of the previous payment. */
  let former: FoldedEntry | null = null;
  for (const payment of standingPayments(entries)) {
    const contract = openingOf(payment);
    if (!present || chronological(contract, present) > 0) present = contract;
    // A contract that started before the withdrawal grants no access, refunded or not.
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
