import { describe, expect, test } from '@jest/globals';
import { SIGNED_URL_SECONDS } from 'contracts/limits';
import { signedViewer, signUrl } from '../src/signed-urls.ts';

const SECRET = 's'.repeat(32);
const PATH = '/uploads/r/asset-1/w1280.webp';
const VIEWER = 'subscriber:1';
/** Some seconds after a whole minute. */
const NOW = Date.UTC(2026, 5, 15, 12, 0, 0) + 20_000;

const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://site.test').searchParams);
const signed = queryOf(signUrl([SECRET], PATH, VIEWER, NOW));

describe('a signed address', () => {
  test('names the viewer of an address that is opened in time', () => {
    expect(signUrl([SECRET], PATH, VIEWER, NOW)).toMatch(/^\/uploads\/r\/asset-1\/w1280\.webp\?expires=/);
    expect(signedViewer([SECRET], PATH, signed, NOW)).toBe(VIEWER);
  });

  test('signs equally within a minute, so that browsers can cache it', () => {
    expect(signUrl([SECRET], PATH, VIEWER, NOW + 30_000)).toBe(signUrl([SECRET], PATH, VIEWER, NOW));
    expect(signUrl([SECRET], PATH, VIEWER, NOW + 60_000)).not.toBe(signUrl([SECRET], PATH, VIEWER, NOW));
  });

  test('names no viewer after its expiry', () => {
    const end = Number(signed.expires) * 1000;
    expect(end - NOW).toBeLessThanOrEqual(SIGNED_URL_SECONDS * 1000);
    expect(signedViewer([SECRET], PATH, signed, end - 1)).toBe(VIEWER);
    expect(signedViewer([SECRET], PATH, signed, end)).toBeNull();
  });

  test.each<[string, string, string, Record<string, unknown>]>([
    ['another path', SECRET, `${PATH}x`, signed],
    ['another secret', 't'.repeat(32), PATH, signed],
    ['another viewer', SECRET, PATH, { ...signed, viewer: 'subscriber:2' }],
    ['a later end', SECRET, PATH, { ...signed, expires: String(Number(signed.expires) + 60) }],
    ['an end that is no number', SECRET, PATH, { ...signed, expires: '1e99' }],
    ['a shortened signature', SECRET, PATH, { ...signed, signature: signed.signature?.slice(1) }],
    ['no signature', SECRET, PATH, { expires: signed.expires, viewer: VIEWER }],
    ['an end after a space', SECRET, PATH, { ...signed, expires: ` ${signed.expires}` }],
    ['an end before a space', SECRET, PATH, { ...signed, expires: `${signed.expires} ` }],
    ['a list of ends', SECRET, PATH, { ...signed, expires: [signed.expires] }],
    ['a list of viewers', SECRET, PATH, { ...signed, viewer: [VIEWER] }],
    ['a list of signatures', SECRET, PATH, { ...signed, signature: [signed.signature] }],
    ['nothing', SECRET, PATH, {}],
  ])('names no viewer with %s', (_name, secret, path, query) => {
    expect(signedViewer([secret], path, query, NOW)).toBeNull();
  });

  describe('during a rotation of the secret', () => {
    const NEXT = 'n'.repeat(32);

    test('is signed with the first secret', () => {
      expect(signUrl([NEXT, SECRET], PATH, VIEWER, NOW)).toBe(signUrl([NEXT], PATH, VIEWER, NOW));
    });

    test.each([
      ['the former secret', [NEXT, SECRET]],
      ['the next secret', [SECRET, NEXT]],
    ] as const)('is accepted when %s is listed second', (_name, accepted) => {
      expect(signedViewer(accepted, PATH, queryOf(signUrl([accepted[1]], PATH, VIEWER, NOW)), NOW)).toBe(VIEWER);
    });

    test('is rejected once its secret is no longer listed', () => {
      expect(signedViewer([NEXT], PATH, signed, NOW)).toBeNull();
    });
  });
});
