import { describe, expect, test } from '@jest/globals';
import { instantOfParisLocal, parisLocal } from 'web-kit/paris-time';

const iso = (local: string) => {
  const instant = instantOfParisLocal(local);
  return instant === null ? null : new Date(instant).toISOString();
};

describe('time in Paris', () => {
  test.each([
    ['2026-07-14T18:30', '2026-07-14T16:30:00.000Z'],
    ['2026-11-24T18:00', '2026-11-24T17:00:00.000Z'],
    ['2027-01-01T00:15', '2026-12-31T23:15:00.000Z'],
    ['2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
  ])('is %s at %s, in both directions', (local, instant) => {
    expect(iso(local)).toBe(instant);
    expect(parisLocal(Date.parse(instant))).toBe(local);
  });

  test('takes the first of two hours, and the hour after one that is left out', () => {
    expect(iso('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(iso('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z');
  });

  test.each(['', '2026-07-14', '2026-13-01T10:00', '2026-02-31T10:00Z', 'demain'])('is none in "%s"', (local) => {
    expect(instantOfParisLocal(local)).toBeNull();
  });
});
