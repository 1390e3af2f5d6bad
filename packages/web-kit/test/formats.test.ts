import { describe, expect, test } from '@jest/globals';
import {
  formatBytes,
  formatCountdown,
  spokenCountdown,
  formatDate,
  formatNumber,
  formatTime,
  plural,
} from 'web-kit/formats';

describe('formats', () => {
  test('groups large numbers by the no-break space that the fonts have', () => {
    expect(formatNumber(1234567)).toBe('1\u00a0234\u00a0567');
    expect(formatNumber(-1234.5, 1)).toBe('−1\u00a0234,5');
  });

  test('shows instants in the time of Paris, in summer and winter', () => {
    expect(formatDate('2026-05-01T10:00:00Z')).toBe('1er mai 2026');
    expect(formatDate('2026-12-31T23:30:00Z')).toBe('1er janvier 2027');
    expect(formatTime('2026-07-14T19:05:00Z')).toBe('21h05');
    expect(formatTime('2026-12-01T23:00:00Z')).toBe('0h00');
  });

  test('uses the singular below two, as French does', () => {
    expect([plural(0, 'photo'), plural(1, 'photo'), plural(2, 'photo')]).toEqual([
      '0\u00a0photo',
      '1\u00a0photo',
      '2\u00a0photos',
    ]);
    expect(formatBytes(1_572_864)).toBe('1,5\u00a0Mo');
  });

  test('counts down in units, and reads out no seconds', () => {
    expect(formatCountdown(7_509_000)).toBe('2\u00a0h 05\u00a0min 09\u00a0s');
    expect(formatCountdown(9_001)).toBe('00\u00a0min 10\u00a0s');
    expect([7_509_000, 3_600_000, 65_000, 9_001, -1].map(spokenCountdown)).toEqual([
      '2\u00a0heures et 5\u00a0minutes',
      '1\u00a0heure et 0\u00a0minute',
      '1\u00a0minute',
      'moins d’une minute',
      'moins d’une minute',
    ]);
  });
});
