import { expect, test } from '@jest/globals';
import { satisfy } from '../src/runtime-versions.ts';

test.each([
  ['19.3.1', '19.3.1', true],
  ['19.3.1', '19.3.10', false],
  ['19.3.1', '=19.3.1', true],
  ['19.3.1', '<=19.3.1', true],
  ['19.3.1', '<=19.10.0', true],
  ['19.10.0', '<=19.3.1', false],
  ['0', '<=1.0.0', true],
  ['19.3.1', '^19.3.0', true],
  ['19.3.1', '^19.4.0', false],
  ['20.0.0', '^19.4.0', false],
  ['19.3.1-rc.1', '19.3.1', true],
])('version %s in range %s: %s', (version, range, expected) => {
  expect(satisfy(version, range)).toBe(expected);
});
