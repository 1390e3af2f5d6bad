import type { CommissionRate } from 'contracts/commissions';
import { DAY_MS } from 'contracts/durations';
import { OFFER_CURRENCY } from 'contracts/offer';
import type { PaymentKind } from 'contracts/payments';

/** Payment, refund or chargeback as billing recorded it. */
export interface Movement {
  id: string;
  /** Credited affiliate; null for none. */
  affiliateId: string | null;
  kind: PaymentKind;
  /** Negative for refunds and chargebacks. */
  amountCents: number;
  currency: string;
  recordedAt: Date;
}

/** Commission or clawback to add. */
export interface NewEntry {
  affiliateId: string;
  kind: 'commission' | 'clawback';
  paymentId: string;
  /** Payment or refund that caused the entry. */
  causeId: string;
  /** Rate, only for the first commission of a payment; else null. */
  rate: CommissionRate | null;
  amountCents: number;
  currency: string;
  occurredAt: Date;
  availableAt: Date;
}

/** Rate and holding period that applied to an affiliate when a payment was recorded. */
export interface Decision {
  rate: CommissionRate;
  holdingDays: number;
}

/** Returns `amount * part / whole`, with half a cent rounded up; exact for all amounts. @param whole above 0 */
export const roundedShare = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

const commissionOf = (rate: CommissionRate, amountCents: number): number => {
  if (amountCents <= 0) return 0;
  return rate.kind === 'fixed' ? rate.cents : roundedShare(amountCents, rate.basis_points, 10_000);
};

const sumOf = (entries: readonly NewEntry[]): number => entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Returns the cents of a payment that remain after its refunds; a refund in another currency leaves nothing. */
const remainingCents = (payment: Movement, refunds: readonly Movement[]): number =>
  refunds.some(({ currency }) => currency !== payment.currency)
    ? 0
    : Math.max(
        0,
        refunds.reduce((rest, { amountCents }) => rest + amountCents, payment.amountCents),
      );

/** Returns the part of a commission that remains after these refunds (docs/domain.md#commissions). */
const remainingCommission = (commission: number, payment: Movement, refunds: readonly Movement[]): number =>
  payment.amountCents <= 0 ? 0 : roundedShare(commission, remainingCents(payment, refunds), payment.amountCents);

/** Returns the missing entries of the credited affiliate: the commission once, and the adjustments for refunds since. */
const entriesOfCredited = (
  affiliateId: string,
  payment: Movement,
  refunds: readonly Movement[],
  existing: readonly NewEntry[],
  decide: () => Decision,
): NewEntry[] => {
  const decided = existing.find(({ rate }) => rate !== null);
  const common = { affiliateId, paymentId: payment.id };
  const first = (): NewEntry => {
    const { rate, holdingDays } = decide();
    return {
      ...common,
      kind: 'commission',
      causeId: payment.id,
      rate,
      amountCents: commissionOf(rate, payment.amountCents),
      currency: rate.kind === 'fixed' ? OFFER_CURRENCY : payment.currency,
      occurredAt: payment.recordedAt,
      availableAt: new Date(payment.recordedAt.getTime() + holdingDays * DAY_MS),
    };
  };
  const commission = decided ?? first();
  const added: NewEntry[] = decided ? [] : [commission];
  /** Adds the entry that adjusts the sum to the remaining commission; a refund never causes a positive entry. */
  const level = (counted: readonly Movement[], cause: Movement) => {
    const difference = remainingCommission(commission.amountCents, payment, counted) - sumOf([...existing, ...added]);
    if (difference === 0 || (difference > 0 && cause !== payment)) return;
    added.push({
      ...common,
      kind: difference > 0 ? 'commission' : 'clawback',
      causeId: cause.id,
      rate: null,
      amountCents: difference,
      currency: commission.currency,
      occurredAt: cause.recordedAt,
      availableAt: later(commission.availableAt, cause.recordedAt),
    });
  };
  const causes = new Set(existing.map(({ causeId }) => causeId));
  const countedRefunds = refunds.filter(({ id }) => causes.has(id));
  for (const refund of refunds.filter(({ id }) => !causes.has(id))) {
    countedRefunds.push(refund);
    level(countedRefunds, refund);
  }
  // The credit returned to this affiliate: restores what was clawed back for the other one.
  level(countedRefunds, payment);
  return added;
};

/** Claws back the entries of an affiliate to which the payment is no longer credited. */
const entriesOfFormer = (affiliateId: string, payment: Movement, existing: readonly NewEntry[]): NewEntry[] => {
  const rest = sumOf(existing);
  const [one] = existing;
  if (rest === 0 || !one) return [];
  return [
    {
      affiliateId,
      paymentId: payment.id,
      kind: rest > 0 ? 'clawback' : 'commission',
      causeId: payment.id,
      rate: null,
      amountCents: -rest,
      currency: one.currency,
      occurredAt: payment.recordedAt,
      availableAt: one.availableAt,
    },
  ];
};

/**
 * Returns the missing entries for a payment (docs/domain.md#commissions). The sum of existing and missing entries depends only on
 * the payment, its refunds and its credit, not on the order in which they arrived.
 * @param refunds all known refunds of this payment
 * @param existing entries of this payment, of every affiliate
 * @param decide returns the credited affiliate’s terms at the instant of the payment; called only for the first commission
 */
export const settlePayment = (
  payment: Movement,
  refunds: readonly Movement[],
  existing: readonly NewEntry[],
  decide: () => Decision,
): NewEntry[] => {
  const byAffiliate = Map.groupBy(existing, ({ affiliateId }) => affiliateId);
  const chronological = [...refunds].sort(
    (one, other) => one.recordedAt.getTime() - other.recordedAt.getTime() || (one.id < other.id ? -1 : 1),
  );
  const former = [...byAffiliate].filter(([affiliateId]) => affiliateId !== payment.affiliateId);
  return [
    ...former.flatMap(([affiliateId, entries]) => entriesOfFormer(affiliateId, payment, entries)),
    ...(payment.affiliateId === null
      ? []
      : entriesOfCredited(
          payment.affiliateId,
          payment,
          chronological,
          byAffiliate.get(payment.affiliateId) ?? [],
          decide,
        )),
  ];
};
