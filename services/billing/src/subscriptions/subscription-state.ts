import { DAY_MS } from 'contracts/durations';
import { STATES_WITH_ACCESS } from 'contracts/subscribers';
import type { SUBSCRIPTION_STATES } from 'contracts/subscribers';
import { foldLedger } from '../ledger/fold-ledger.ts';
import type { FoldedEntry } from '../ledger/fold-ledger.ts';

export type State = Exclude<(typeof SUBSCRIPTION_STATES)[number], 'none'>;

export interface SubscriptionFacts {
  state: State;
  /** End of the paid period, without the grace period; null: never paid, or refunded. */
  paidUntil: Date | null;
}

/** Suffix of the event of a change: `subscription.<outcome>`. */
export type Outcome = 'activated' | 'renewed' | 'cancelled' | 'expired' | 'revoked';

/** Returns the end of access without further payments: includes the grace period, except for a cancelled subscription. */
export const accessUntil = ({ state, paidUntil }: SubscriptionFacts, graceDays: number): Date | null =>
  paidUntil && state !== 'cancelled' ? new Date(paidUntil.getTime() + graceDays * DAY_MS) : paidUntil;

/** Whether the subscriber has access to locked content at that time. */
export const hasAccess = (facts: SubscriptionFacts, graceDays: number, now: Date): boolean => {
  const until = accessUntil(facts, graceDays);
  return STATES_WITH_ACCESS.has(facts.state) && until !== null && until > now;
};

/** Returns the subscription that the ledger gives at a time (docs/domain.md#ledger). */
export const subscriptionOf = (
  entries: readonly FoldedEntry[],
  { now, graceDays }: { now: Date; graceDays: number },
): SubscriptionFacts => {
  const folded = foldLedger(entries, graceDays);
  if (folded.kind === 'never-paid') return { state: 'pending', paidUntil: null };
  if (folded.kind === 'revoked') return { state: 'revoked', paidUntil: null };
  const { paidUntil, isCancelled } = folded;
  if (isCancelled) return { state: paidUntil > now ? 'cancelled' : 'expired', paidUntil };
  if (paidUntil > now) return { state: 'active', paidUntil };
  return { state: paidUntil.getTime() + graceDays * DAY_MS > now.getTime() ? 'grace' : 'expired', paidUntil };
};

export const isSame = (one: SubscriptionFacts, other: SubscriptionFacts): boolean =>
  one.state === other.state && one.paidUntil?.getTime() === other.paidUntil?.getTime();

/** Whether the grace period began because a renewal is missing. */
export const isRenewalMissed = (before: SubscriptionFacts, after: SubscriptionFacts): boolean =>
  before.state === 'active' && after.state === 'grace' && before.paidUntil?.getTime() === after.paidUntil?.getTime();

/** Returns the outcome of a change; null when access is unchanged. */
export const outcomeOf = (before: SubscriptionFacts, after: SubscriptionFacts): Outcome | null => {
  if (isSame(before, after)) return null;
  if (after.state === 'revoked' || after.state === 'expired') return after.state;
  if (!STATES_WITH_ACCESS.has(after.state)) return null;
  if (!STATES_WITH_ACCESS.has(before.state)) return 'activated';
  if (after.state === 'cancelled') return 'cancelled';
  // The start of the grace period does not change access. A new contract after a cancellation restores it, which extends access.
  const isExtended = before.state === 'cancelled' || before.paidUntil?.getTime() !== after.paidUntil?.getTime();
  return isExtended ? 'renewed' : null;
};
