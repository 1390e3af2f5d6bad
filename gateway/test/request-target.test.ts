import { parseTarget } from '../src/request-target.ts';

describe('the request target', () => {
  test.each([
    '/',
    '/nina',
    '/nina/live',
    '/api/models',
    '/uploads/items/0a/640.webp',
    '/assets/main.0123456789.js',
    '/caf%C3%A9',
    "/a!$&'()*+,;=:@b",
  ])('accepts %s as it is', (target) => {
    expect(parseTarget(target)).toEqual({ kind: 'canonical', path: target, query: '' });
  });

  test.each([
    ['/nina/', '/nina'],
    ['/nina/live/', '/nina/live'],
    ['/%6eina', '/nina'],
    ['/%6Eina', '/nina'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a%2bb', '/a%2Bb'],
  ])('redirects %s to %s', (target, path) => {
    expect(parseTarget(target)).toEqual({ kind: 'redirect', path, query: '' });
  });

  test('keeps the query as it is, also in a redirect', () => {
    expect(parseTarget('/?sub1=a%2Fb&sub5=[x]|{y}^`')).toEqual({
      kind: 'canonical',
      path: '/',
      query: '?sub1=a%2Fb&sub5=[x]|{y}^`',
    });
    expect(parseTarget('/nina/?sub1=%E9')).toEqual({ kind: 'redirect', path: '/nina', query: '?sub1=%E9' });
  });

  test.each([
    ['a backslash', '/api/models/..\\metrics'],
    ['an encoded backslash', '/api/models/%2e%2e%5cmetrics'],
    ['a backslash between encoded dots', '/api/models/%2e%2e\\%2e%2e\\metrics'],
    ['a fragment', '/uploads/blur/x#.webp'],
    ['a fragment in the query', '/?a#b'],
    ['a backslash in the query', '/?a\\b'],
    ['a NUL', '/nina\0'],
    ['an encoded NUL', '/nina%00'],
    ['an encoded NUL in the query', '/nina?a=%00'],
    ['encoded dots', '/%2e%2e'],
    ['one encoded dot', '/%2E'],
    ['dots', '/a/../b'],
    ['a final dot segment', '/a/.'],
    ['dots before a trailing slash', '/../'],
    ['an encoded slash', '/a%2fb'],
    ['an encoded percent sign', '/%252e'],
    ['an encoded line feed', '/a%0ab'],
    ['an encoded DEL', '/%7f'],
    ['a broken escape', '/%zz'],
    ['a cut escape', '/%e'],
    ['invalid UTF-8', '/%ff'],
    ['an overlong UTF-8 form', '/%c0%ae'],
    ['a surrogate', '/%ed%a0%80'],
    ['an empty segment', '//nina'],
    ['two slashes at the end', '/nina//'],
    ['two slashes', '//'],
    ['the absolute form', 'http://evil.example/nina'],
    ['the authority form', 'evil.example:443'],
    ['the asterisk form', '*'],
    ['an empty target', ''],
    ['a space', '/a b'],
    ['a tab', '/a\tb'],
    ['a character outside ASCII', '/caf\u00e9'],
    ['a quote', '/"'],
    ['a segment of 201 characters', `/${'a'.repeat(201)}`],
    ['a target of more than 8 KiB', `/?${'a'.repeat(8_192)}`],
  ])('rejects %s', (_what, target) => {
    expect(parseTarget(target)).toEqual({ kind: 'malformed' });
  });
});
