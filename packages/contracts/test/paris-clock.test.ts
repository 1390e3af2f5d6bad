import { instantOf, offsetAt, parisTime, wallClock } from 'contracts/paris-clock';

const HOUR_MS = 60 * 60_000;
const wallOf = (local: string) => Date.parse(`${local}Z`);
const iso = (instant: number) => new Date(instant).toISOString();

describe('the clock of Paris', () => {
  test('shows the calendar and the time of day at an instant', () => {
    expect(parisTime('2026-12-31T23:05:09Z')).toMatchObject({
      year: 2027,
      month: 1,
      day: 1,
      hour: 0,
      minute: 5,
      second: 9,
    });
    expect(iso(wallClock(Date.parse('2026-07-14T16:30:00Z')))).toBe('2026-07-14T18:30:00.000Z');
  });

  test.each([
    ['2026-10-25T00:59:59.999Z', 2],
    ['2026-10-25T01:00:00.000Z', 1],
    ['2027-03-28T00:59:59.999Z', 1],
    ['2027-03-28T01:00:00.000Z', 2],
  ])('is ahead of UTC at %s by %d h', (instant, hours) => {
    expect(offsetAt(Date.parse(instant))).toBe(hours * HOUR_MS);
  });

  test.each([
    ['2026-07-14T18:30', '2026-07-14T16:30:00.000Z'],
    ['2026-11-24T18:00', '2026-11-24T17:00:00.000Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T02:00', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ])('shows %s at %s: first of a repeated hour, later by the jump in a skipped one', (local, instant) => {
    expect(iso(instantOf(wallOf(local)))).toBe(instant);
  });
});
