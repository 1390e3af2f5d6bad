import { isLiveAt, lastChange, liveRuleOf, nextChange, nextChangeOfAny } from 'service-kit/live-window';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
const evening = '21:00-01:00';

describe('live-window', () => {
  test('gives an override precedence over the schedule, and no change of its own', () => {
    const evenings = { start: '21:00', end: '01:00' };
    const rules = [true, false, null].map((override) => liveRuleOf({ ...evenings, override }));
    expect(rules).toEqual(['on', 'off', evening]);
    const noon = at('2026-07-01T10:00:00Z');
    expect(rules.map((rule) => isLiveAt(rule, noon))).toEqual([true, false, false]);
    expect(rules.map((rule) => iso(nextChange(rule, noon)))).toEqual([null, null, '2026-07-01T19:00:00.000Z']);
    expect(lastChange('on', noon)).toBeNull();
  });

  test('changed last when the live of the night ended, or that of this evening began', () => {
    const last = (instant: string, rule = evening) => {
      const change = lastChange(rule, at(instant));
      return change && [iso(change.at), change.isLive];
    };
    expect(last('2026-07-01T18:59:59Z')).toEqual(['2026-06-30T23:00:00.000Z', false]);
    expect(last('2026-07-01T19:00:00Z')).toEqual(['2026-07-01T19:00:00.000Z', true]);
    expect(last('2026-07-01T22:30:00Z')).toEqual(['2026-07-01T19:00:00.000Z', true]);
    expect(last('2026-07-01T23:00:00Z')).toEqual(['2026-07-01T23:00:00.000Z', false]);
    expect(last('2026-07-01T12:00:00Z', '21:00-21:00')).toBeNull();
  });

  test('finds the first change of several rules', () => {
    const noon = at('2026-07-01T10:00:00Z');
    expect(iso(nextChangeOfAny(['on', evening, '20:15-20:30'], noon))).toBe('2026-07-01T18:15:00.000Z');
    expect(nextChangeOfAny(['on', 'off'], noon)).toBeNull();
  });

  test.each([
    ['2026-07-01T18:59:59Z', false],
    ['2026-07-01T19:00:00Z', true],
    ['2026-07-01T22:00:00Z', true],
    ['2026-07-01T22:59:59Z', true],
    ['2026-07-01T23:00:00Z', false],
    ['2026-01-01T19:59:59Z', false],
    ['2026-01-01T20:00:00Z', true],
    ['2026-01-01T23:59:59Z', true],
    ['2026-01-02T00:00:00Z', false],
  ])('takes the evening from 21:00 to 01:00 in Paris for live at %s: %s', (instant, live) => {
    expect(isLiveAt(evening, at(instant))).toBe(live);
  });

  test('begins a window within one day at its start and ends it before its end', () => {
    const afternoon = '14:30-15:00';
    expect(
      [
        at('2026-05-05T12:29:59Z'),
        at('2026-05-05T12:30:00Z'),
        at('2026-05-05T12:59:59Z'),
        at('2026-05-05T13:00:00Z'),
      ].map((instant) => isLiveAt(afternoon, instant)),
    ).toEqual([false, true, true, false]);
  });

  test('is never live and never changes when start and end are equal', () => {
    const never = '21:00-21:00';
    expect(isLiveAt(never, at('2026-07-01T19:00:00Z'))).toBe(false);
    expect(nextChange(never, at('2026-07-01T19:00:00Z'))).toBeNull();
  });

  test('changes next at the start while not live, and at the end across midnight while live', () => {
    expect(iso(nextChange(evening, at('2026-07-01T10:00:00Z')))).toBe('2026-07-01T19:00:00.000Z');
    expect(iso(nextChange(evening, at('2026-07-01T19:00:00Z')))).toBe('2026-07-01T23:00:00.000Z');
    expect(iso(nextChange(evening, at('2026-07-01T22:30:00Z')))).toBe('2026-07-01T23:00:00.000Z');
    expect(iso(nextChange(evening, at('2026-07-01T23:00:00Z')))).toBe('2026-07-02T19:00:00.000Z');
  });

  test('has winter hours on the eve of the change forward (29 March 2026) and summer hours on the next evening', () => {
    expect(iso(nextChange(evening, at('2026-03-28T12:00:00Z')))).toBe('2026-03-28T20:00:00.000Z');
    expect(iso(nextChange(evening, at('2026-03-29T12:00:00Z')))).toBe('2026-03-29T19:00:00.000Z');
  });

  test('shortens a window that spans the lost hour by an hour', () => {
    const night = '01:00-04:00';
    expect(iso(nextChange(night, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T00:00:00.000Z');
    expect(iso(nextChange(night, at('2026-03-29T00:00:00Z')))).toBe('2026-03-29T02:00:00.000Z');
  });

  test('delays a window that begins in the lost hour by as much as the clocks jump', () => {
    const night = '02:30-05:00';
    expect(iso(nextChange(night, at('2026-03-29T00:00:00Z')))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(nextChange(night, at('2026-03-29T01:30:00Z')))).toBe('2026-03-29T03:00:00.000Z');
  });

  test('lengthens the window by the hour that comes twice (25 October 2026), without a break', () => {
    const night = '01:30-03:30';
    expect(iso(nextChange(night, at('2026-10-24T22:00:00Z')))).toBe('2026-10-24T23:30:00.000Z');
    expect(iso(nextChange(night, at('2026-10-24T23:30:00Z')))).toBe('2026-10-25T02:30:00.000Z');
    expect(
      [at('2026-10-25T00:15:00Z'), at('2026-10-25T01:15:00Z'), at('2026-10-25T02:29:59Z')].every((instant) =>
        isLiveAt(night, instant),
      ),
    ).toBe(true);
  });

  test('is live the first time only in the hour that comes twice', () => {
    const night = '02:15-02:45';
    expect(iso(nextChange(night, at('2026-10-24T23:00:00Z')))).toBe('2026-10-25T00:15:00.000Z');
    expect(iso(nextChange(night, at('2026-10-25T00:15:00Z')))).toBe('2026-10-25T00:45:00.000Z');
    expect(isLiveAt(night, at('2026-10-25T01:30:00Z'))).toBe(false);
    expect(iso(nextChange(night, at('2026-10-25T00:45:00Z')))).toBe('2026-10-26T01:15:00.000Z');
  });

  test('finds a later and real next change at any instant of both days of change', () => {
    for (const schedule of [evening, '02:30-02:15', '03:15-02:30', '00:00-23:59'])
      for (const day of ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'])
        for (let minute = 0; minute < 12 * 60; minute += 20) {
          const instant = at(day) + minute * 60_000;
          const next = nextChange(schedule, instant);
          expect(next).toBeGreaterThan(instant);
          expect(isLiveAt(schedule, next ?? 0)).not.toBe(isLiveAt(schedule, instant));
          expect(isLiveAt(schedule, (next ?? 0) - 1000)).toBe(isLiveAt(schedule, instant));
        }
  });
});
