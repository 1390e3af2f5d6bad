import { readInspected } from '../src/inspect.ts';

describe('readInspected', () => {
  test.each([
    ['--inspect billing', ['--inspect', 'billing']],
    ['--inspect=billing', ['--no-demo', '--inspect=billing']],
  ])('reads the process of %s', (_text, options) => {
    expect(readInspected(options)).toBe('billing');
  });

  test('is null without the option', () => {
    expect(readInspected(['--no-demo'])).toBeNull();
  });

  test.each([[['--inspect']], [['--inspect', 'nothing']], [['--inspect=front-ends']]])(
    'rejects %j with the names that it takes',
    (options) => {
      expect(() => readInspected(options)).toThrow('give one of mailbox, partner, identity');
    },
  );
});
