import { readInspected } from '../src/inspect.ts';

describe('readInspected', () => {
  test('reads the process', () => {
    expect(readInspected('billing')).toBe('billing');
  });

  test('is null without the option', () => {
    expect(readInspected(undefined)).toBeNull();
  });

  test.each(['', 'nothing', 'front-ends'])('rejects %j with the names that it takes', (given) => {
    expect(() => readInspected(given)).toThrow('give one of mailbox, partner, identity');
  });
});
