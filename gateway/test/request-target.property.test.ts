import fc from 'fast-check';
import { parseTarget } from '../src/request-target.ts';

describe('the request target', () => {
  test('accepts every canonical path that it produces, and no other spelling of it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '.',
        '..',
        '%2e',
        '%2F',
        '%5c',
        '\\',
        '#',
        '%',
        '/',
        '//',
        '%41',
        '%c3%a9',
        '\0',
        '%00',
        ';',
        ':',
        '@',
        '%25',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const result = parseTarget(`/${pieces.join('')}`);
        if (result.kind === 'malformed') return;
        expect(parseTarget(result.path + result.query)).toEqual({ ...result, kind: 'canonical' });
        expect(result.path).not.toMatch(/[\\#\0]|%2e|%2f|%5c|%00|%25|\/\/|\/\.\.?(?:\/|$)/i);
        // The next parser reads the same path.
        expect(new URL(`http://gateway${result.path}`).pathname).toBe(result.path);
      }),
      { numRuns: 5_000 },
    );
  });
});
