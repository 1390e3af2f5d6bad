import { expect, test } from '@jest/globals';
import { retryAfterSecondsOf } from '../src/retry-after.ts';

const NOW_MS = Date.parse('2026-11-25T10:00:00Z');

test.each([
  ['120', 120],
  ['0', 0],
  ['Wed, 25 Nov 2026 10:02:00 GMT', 120],
  ['Wed, 25 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['-5 minutes', null],
  ['', null],
  ['9'.repeat(400), null],
  [undefined, null],
])('a Retry-After of %j states %j seconds', (header, seconds) => {
  expect(retryAfterSecondsOf(header, NOW_MS)).toBe(seconds);
});
