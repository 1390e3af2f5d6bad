import type { SUBSCRIPTION_STATES } from 'contracts/subscribers';

export type State = Exclude<(typeof SUBSCRIPTION_STATES)[number], 'none'>;

export interface SubscriptionFacts {
  state: State;
  /** End of what is paid, without the days of grace; null: never paid, or taken back. */
  paidUntil: Date | null;
}

/** What can happen to a subscription. */
export type Step = { type: 'paid'; until: Date } | { type: 'taken-back' } | { type: 'cancelled' } | { type: 'time-passed' };
export type Outcome = 'activated' | 'renewed' | 'cancelled' | 'expired' | 'revoked';

const DAY = 24 * 60 * 60_000;
const OPEN: ReadonlySet<State> = new Set(['active', 'grace', 'cancelled']);

/** When access ends if nothing more is paid: with the days of grace, which a cancelled subscription does not have. */
export const accessUntil = ({ state, paidUntil }: SubscriptionFacts, graceDays: number): Date | null =>
  paidUntil && state !== 'cancelled' ? new Date(paidUntil.getTime() + graceDays * DAY) : paidUntil;

/** Whether the subscriber sees what is locked at that moment. */
export const hasAccess = (facts: SubscriptionFacts, graceDays: number, now: Date): boolean => {
  const until = accessUntil(facts, graceDays);
  return OPEN.has(facts.state) && until !== null && until > now;
};

const byTime = (facts: SubscriptionFacts, graceDays: number, now: Date): SubscriptionFacts => {
  if (!OPEN.has(facts.state) || !facts.paidUntil || facts.paidUntil > now) return facts;
  if (!hasAccess(facts, graceDays, now)) return { ...facts, state: 'expired' };
  return { ...facts, state: 'grace' };
};

const later = (one: Date | null, other: Date): Date => (one && one > other ? one : other);

const outcomeOf = (step: Step, before: SubscriptionFacts, after: SubscriptionFacts): Outcome | null => {
  if (after.state === 'revoked') return 'revoked';
  if (after.state === 'expired') return 'expired';
  if (step.type === 'cancelled') return 'cancelled';
  if (step.type !== 'paid') return null;
  return before.state === 'active' || before.state === 'grace' ? 'renewed' : 'activated';
};

const taken = (facts: SubscriptionFacts, step: Step): SubscriptionFacts => {
  switch (step.type) {
    case 'paid':
      return { state: 'active', paidUntil: later(facts.paidUntil, step.until) };
    case 'taken-back':
      return { state: 'revoked', paidUntil: null };
    case 'cancelled':
      return facts.state === 'active' || facts.state === 'grace' ? { ...facts, state: 'cancelled' } : facts;
    case 'time-passed':
      return facts;
  }
};

/**
 * The subscription after a step (design, section 5), and what others are told of it: null for nothing.
 * A payment whose time is over already opens nothing; a refund closes whatever was open.
 * @returns null when the step changes nothing
 */
export const advance = (before: SubscriptionFacts, step: Step, { now, graceDays }: { now: Date; graceDays: number }): { after: SubscriptionFacts; outcome: Outcome | null } | null => {
  const after = byTime(taken(before, step), graceDays, now);
  if (after.state === before.state && after.paidUntil?.getTime() === before.paidUntil?.getTime()) return null;
  return { after, outcome: outcomeOf(step, before, after) };
};

/** The same day and hour a month later; the month's last day where it is shorter. */
export const oneMonthAfter = (start: Date): Date => {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
};
