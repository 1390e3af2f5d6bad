import { describe, expect, test } from '@jest/globals';
import { nextLive } from 'web-kit/next-live';

describe('the next live', () => {
  test.each([
    ['2026-07-01T20:30:00+02:00', '21:00', '2026-07-01T21:00:00+02:00'],
    ['2026-07-01T21:00:00+02:00', '21:00', '2026-07-02T21:00:00+02:00'],
    ['2026-12-31T23:59:00+01:00', '00:30', '2027-01-01T00:30:00+01:00'],
    ['2026-10-24T22:00:00+02:00', '21:00', '2026-10-25T21:00:00+01:00'],
    ['2026-03-28T22:00:00+01:00', '21:00', '2026-03-29T21:00:00+02:00'],
    ['2026-10-24T20:00:00Z', '02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25T00:45:00Z', '02:30', '2026-10-26T01:30:00Z'],
    ['2027-03-27T20:00:00Z', '02:30', '2027-03-28T01:30:00Z'],
  ])('finds, at %s with lives from %s in Paris, the next one at %s', (now, start, expected) => {
    expect(new Date(nextLive(start, Date.parse(now))).toISOString()).toBe(new Date(expected).toISOString());
  });
});
