import { describe, expect, test } from '@jest/globals';
import { PANEL_ROOTS } from 'contracts/pages';
import { kindOf } from '../../src/service-worker/request-kind.ts';

const ORIGIN = 'https://coulisses.example';
const kind = (path: string, { mode = 'navigate', method = 'GET', headers = {} } = {}) =>
  kindOf({ mode, method, headers: new Headers(headers), url: new URL(path, ORIGIN).href }, ORIGIN, [
    ...PANEL_ROOTS,
    'panel',
  ]);

describe('the requests that the service worker handles', () => {
  test.each(['/', '/nina', '/nina/live', '/partner/aff', '/account', '/panels', '/nowhere/at/all', '/nina?sub1=x'])(
    'handles the page %s',
    (path) => expect(kind(path)).toBe('page'),
  );

  test.each([
    ...PANEL_ROOTS.map((root) => `/${root}/one`),
    '/panel',
    '/api/docs',
    '/redirect/payment?affiliate=nina',
    '/uploads/items/a/640.webp',
    '/nina/live.ics',
    '/health/live',
    'https://partner.example/pay',
  ])('leaves the navigation to %s alone', (path) => expect(kind(path)).toBeNull());

  test.each(['/assets/main.0123456789.js', '/remotes/public/assets/app.0123456789.css'])(
    'caches the built file %s',
    (path) => expect(kind(path, { mode: 'cors' })).toBe('asset'),
  );

  test.each([
    '/api/models/nina',
    '/api/auth/check-payment',
    '/uploads/items/a/640.webp',
    '/uploads/items/a/640.webp?signature=x',
    '/uploads/public/a/640.webp?v=1',
    '/remotes/admin/assets/app.0123456789.js',
    '/remotes/public/mf-manifest.json',
    '/assets/main.js',
    '/assets/main.0123456789.js?token=x',
    'https://cdn.example/assets/main.0123456789.js',
  ])('leaves the request for %s alone', (path) => expect(kind(path, { mode: 'no-cors' })).toBeNull());

  test('leaves ranges, tokens and writes alone', () => {
    const file = '/assets/film.0123456789.mp4';
    expect(kind(file, { mode: 'no-cors', headers: { range: 'bytes=0-' } })).toBeNull();
    expect(kind(file, { mode: 'cors', headers: { authorization: 'Bearer t' } })).toBeNull();
    expect(kind('/account', { method: 'POST' })).toBeNull();
  });
});
