import { DAY_MS } from 'contracts/durations';
import type { SUBSCRIPTION_STATES } from 'contracts/subscribers';
import { foldLedger } from '../ledger/fold-ledger.ts';
import type { FoldedEntry } from '../ledger/fold-ledger.ts';

export type State = Exclude<(typeof SUBSCRIPTION_STATES)[number], 'none'>;

export interface SubscriptionFacts {
  state: State;
  /** End of what is paid, without the days of grace; null: never paid, or refunded. */
  paidUntil: Date | null;
}

/** Event of a change: `subscription.<outcome>`. */
export type Outcome = 'activated' | 'renewed' | 'cancelled' | 'expired' | 'revoked';

const OPEN: ReadonlySet<State> = new Set(['active', 'grace', 'cancelled']);

/** Returns the end of access if nothing more is paid: with the days of grace, which a cancelled subscription does not have. */
export const accessUntil = ({ state, paidUntil }: SubscriptionFacts, graceDays: number): Date | null =>
  paidUntil && state !== 'cancelled' ? new Date(paidUntil.getTime() + graceDays * DAY_MS) : paidUntil;

/** Whether the subscriber sees what is locked at that moment. */
export const hasAccess = (facts: SubscriptionFacts, graceDays: number, now: Date): boolean => {
  const until = accessUntil(facts, graceDays);
  return OPEN.has(facts.state) && until !== null && until > now;
};

/** The subscription that follows from the ledger at a moment (docs/domain.md#ledger). */
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

/** Whether the days of grace began by the passage of time: the renewal has not come. */
export const isRenewalMissed = (before: SubscriptionFacts, after: SubscriptionFacts): boolean =>
  before.state === 'active' && after.state === 'grace' && before.paidUntil?.getTime() === after.paidUntil?.getTime();

/** Returns what the event of a change announces; null where access is what it was. */
export const outcomeOf = (before: SubscriptionFacts, after: SubscriptionFacts): Outcome | null => {
  if (isSame(before, after)) return null;
  if (after.state === 'revoked' || after.state === 'expired') return after.state;
  if (!OPEN.has(after.state)) return null;
  if (!OPEN.has(before.state)) return 'activated';
  if (after.state === 'cancelled') return 'cancelled';
  // Grace begins without a change of access; it returns with a contract that follows a cancellation.
  const isExtended = before.state === 'cancelled' || before.paidUntil?.getTime() !== after.paidUntil?.getTime();
  return isExtended ? 'renewed' : null;
};
