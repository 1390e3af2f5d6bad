import { describe, expect, test } from '@jest/globals';
import type { FoldedEntry } from '../src/ledger/fold-ledger.ts';
import { accessUntil, hasAccess, outcomeOf, subscriptionOf } from '../src/subscriptions/subscription-state.ts';
import type { State, SubscriptionFacts } from '../src/subscriptions/subscription-state.ts';

const graceDays = 3;
const now = new Date('2026-06-15T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const at = (state: State, days: number | null): SubscriptionFacts => ({
  state,
  paidUntil: days === null ? null : day(days),
});
const payment = (paidUntil: Date): FoldedEntry => ({
  partner: 'p',
  transactionId: 'T',
  originalTransactionId: '',
  kind: 'first',
  amountCents: 200,
  currency: 'EUR',
  occurredAt: day(-40),
  paidUntil,
});
const refund: FoldedEntry = {
  ...payment(now),
  transactionId: 'R',
  originalTransactionId: 'T',
  kind: 'refund',
  amountCents: -200,
  paidUntil: null,
};

const cancellation = (days: number): FoldedEntry => ({
  ...payment(now),
  transactionId: 'C',
  kind: 'cancellation',
  amountCents: 0,
  occurredAt: day(days),
  paidUntil: null,
});

describe('subscriptionOf', () => {
  test.each<[State, FoldedEntry[], number | null]>([
    ['pending', [], null],
    ['active', [payment(day(1))], 1],
    ['grace', [payment(day(0))], 0],
    ['grace', [payment(day(-2.9))], -2.9],
    ['expired', [payment(day(-3))], -3],
    ['revoked', [payment(day(1)), refund], null],
    ['pending', [cancellation(-1)], null],
    ['cancelled', [cancellation(-1), payment(day(1))], 1],
    ['active', [cancellation(-41), payment(day(1))], 1],
    ['expired', [payment(day(0)), cancellation(-1)], 0],
    ['revoked', [payment(day(1)), cancellation(-1), refund], null],
  ])('is %s', (state, entries, days) => {
    expect(subscriptionOf(entries, { now, graceDays })).toEqual(at(state, days));
  });
});

describe('outcomeOf', () => {
  test.each<[SubscriptionFacts, SubscriptionFacts, string | null]>([
    [at('pending', null), at('active', 30), 'activated'],
    [at('expired', -30), at('active', 30), 'activated'],
    [at('revoked', null), at('active', 30), 'activated'],
    [at('active', 5), at('active', 35), 'renewed'],
    [at('grace', -1), at('active', 30), 'renewed'],
    [at('active', 35), at('active', 5), 'renewed'],
    [at('active', 5), at('revoked', null), 'revoked'],
    [at('grace', -3), at('expired', -3), 'expired'],
    [at('active', 5), at('cancelled', 5), 'cancelled'],
    [at('cancelled', 5), at('cancelled', 35), 'cancelled'],
    [at('cancelled', 5), at('active', 5), 'renewed'],
    [at('cancelled', 5), at('expired', 5), 'expired'],
    [at('expired', -5), at('cancelled', 5), 'activated'],
    [at('active', 0), at('grace', 0), null],
    [at('active', 5), at('active', 5), null],
  ])('derives from %j to %j the outcome %s', (before, after, outcome) => {
    expect(outcomeOf(before, after)).toBe(outcome);
  });
});

describe('access', () => {
  test('lasts through the days of grace, and to the end of the period after a cancellation', () => {
    expect(accessUntil(at('active', 10), graceDays)).toEqual(day(13));
    expect(accessUntil(at('cancelled', 10), graceDays)).toEqual(day(10));
    expect(hasAccess(at('active', -2), graceDays, now)).toBe(true);
    expect(hasAccess(at('active', -3), graceDays, now)).toBe(false);
    expect(hasAccess(at('pending', null), graceDays, now)).toBe(false);
    expect(hasAccess(at('revoked', 10), graceDays, now)).toBe(false);
  });
});
