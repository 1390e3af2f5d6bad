import { describe, expect, test } from '@jest/globals';
import { accessUntil, advance, hasAccess, oneMonthAfter } from '../src/subscriptions/subscription-state.ts';
import type { State, Step, SubscriptionFacts } from '../src/subscriptions/subscription-state.ts';

const graceDays = 3;
const now = new Date('2026-06-15T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const at = (state: State, days: number | null): SubscriptionFacts => ({ state, paidUntil: days === null ? null : day(days) });
const after = (before: SubscriptionFacts, step: Step) => advance(before, step, { now, graceDays });

describe('a subscription', () => {
  test.each<[string, SubscriptionFacts, Step, State, string]>([
    ['pending', at('pending', null), { type: 'paid', until: day(30) }, 'active', 'activated'],
    ['active', at('active', 5), { type: 'paid', until: day(35) }, 'active', 'renewed'],
    ['in grace', at('grace', -1), { type: 'paid', until: day(30) }, 'active', 'renewed'],
    ['cancelled', at('cancelled', 5), { type: 'paid', until: day(35) }, 'active', 'activated'],
    ['expired', at('expired', -30), { type: 'paid', until: day(30) }, 'active', 'activated'],
    ['revoked', at('revoked', null), { type: 'paid', until: day(30) }, 'active', 'activated'],
    ['active', at('active', 5), { type: 'taken-back' }, 'revoked', 'revoked'],
    ['in grace', at('grace', -1), { type: 'taken-back' }, 'revoked', 'revoked'],
    ['cancelled', at('cancelled', 5), { type: 'taken-back' }, 'revoked', 'revoked'],
    ['pending', at('pending', null), { type: 'taken-back' }, 'revoked', 'revoked'],
    ['active', at('active', 5), { type: 'cancelled' }, 'cancelled', 'cancelled'],
    ['in grace', at('grace', -1), { type: 'cancelled' }, 'expired', 'expired'],
    ['active past its grace', at('active', -4), { type: 'time-passed' }, 'expired', 'expired'],
    ['in grace past its days', at('grace', -3), { type: 'time-passed' }, 'expired', 'expired'],
    ['cancelled past its end', at('cancelled', 0), { type: 'time-passed' }, 'expired', 'expired'],
  ])('When it is %s (%j) and this happens: %j, then it is %s and others hear "%s"', (_name, before, step, state, outcome) => {
    expect(after(before, step)).toMatchObject({ after: { state }, outcome });
  });

  test('When what was paid ends, then the days of grace follow and nobody is told', () => {
    expect(after(at('active', 0), { type: 'time-passed' })).toEqual({ after: at('grace', 0), outcome: null });
  });

  test.each<[State, number | null]>([['pending', null], ['revoked', null], ['expired', -30], ['active', 1], ['grace', -1], ['cancelled', 1]])('When time passes for %s before its moment, then nothing changes', (state, days) => {
    expect(after(at(state, days), { type: 'time-passed' })).toBeNull();
  });

  test.each<State>(['revoked', 'expired', 'pending'])('When a payment of a time long over reaches %s, then nothing opens', (state) => {
    const result = after(at(state, state === 'expired' ? -60 : null), { type: 'paid', until: day(-30) });
    expect(result && hasAccess(result.after, graceDays, now)).toBe(false);
  });

  test('When an older payment arrives late, then what is paid already does not shrink', () => {
    expect(after(at('active', 30), { type: 'paid', until: day(10) })).toBeNull();
  });

  test('When something revoked is taken back or cancelled again, then nothing changes', () => {
    expect(after(at('revoked', null), { type: 'taken-back' })).toBeNull();
    expect(after(at('revoked', null), { type: 'cancelled' })).toBeNull();
  });

  test('When access is asked for, then grace counts, except for who has cancelled', () => {
    expect(accessUntil(at('active', 10), graceDays)).toEqual(day(13));
    expect(accessUntil(at('cancelled', 10), graceDays)).toEqual(day(10));
    expect(hasAccess(at('active', -2), graceDays, now)).toBe(true);
    expect(hasAccess(at('active', -3), graceDays, now)).toBe(false);
    expect(hasAccess(at('pending', null), graceDays, now)).toBe(false);
    expect(hasAccess(at('revoked', 10), graceDays, now)).toBe(false);
  });

  test.each([
    ['2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T23:59:59.000Z', '2027-01-31T23:59:59.000Z'],
  ])('When a month starts on %s, then it ends on %s', (start, end) => {
    expect(oneMonthAfter(new Date(start)).toISOString()).toBe(end);
  });
});
