import { expect, test } from '@jest/globals';
import { retryDelay } from 'contracts/retry-delay';

test.each([
  [0, 0],
  [1, 5],
  [2, 30],
  [3, 30],
])('after %i attempts, the delay is %i', (attempts, delay) => {
  expect(retryDelay([5, 30], attempts)).toBe(delay);
});
