import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { deployRemote } from './harness.ts';
import { get, stage } from './stage.ts';

describe('statuses', () => {
  test.each([
    ['/', 200],
    ['/nina', 200],
    ['/nina/', 404],
    ['/nina/live', 200],
    ['/partner/aff-one', 200],
    ['/welcome', 200],
    ['/payment-status', 200],
    ['/account', 200],
    ['/success', 200],
    ['/reset-password', 200],
    ['/admin/main', 200],
    ['/affiliate/aff-one', 200],
    ['/inconnue', 404],
    ['/inconnue/live', 404],
    ['/nina/photos', 404],
    ['/partner/inconnu', 404],
    ['/partner/paused', 404],
    ['/partner', 404],
    ['/admin', 404],
    ['/Nina', 404],
    ['/a/b/c', 404],
    ['/%E0%A4%A', 404],
    ['/..%2f..%2fetc%2fpasswd', 404],
  ])('responds to %s with %i and a page', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.text).toMatch(/^<!doctype html>/);
  });

  test('does not query the catalogue for a path that cannot be a slug', async () => {
    await get('/admin');
    await get('/a/b/c');
    expect(stage.catalogue.requests).toEqual([]);
  });

  test('rejects a POST to a page', async () => {
    expect((await request(stage.shell.http).post('/nina')).status).toBe(404);
  });
});

describe('without JavaScript', () => {
  const noscriptOf = async (path: string) =>
    /<noscript>(.*?)<\/noscript>/
      .exec((await get(path)).text)?.[1]
      ?.replaceAll(/<[^>]+>/g, ' ')
      .trim();

  test.each(['/welcome', '/payment-status', '/success', '/reset-password', '/admin/main', '/affiliate/aff-one'])(
    'states at %s, which the browser renders, that it needs JavaScript, and leads home',
    async (path) => {
      expect(await noscriptOf(path)).toMatch(
        /^Cette page a besoin de JavaScript\. Activez-le dans votre navigateur, puis rechargez la page\. +Retour à l’accueil$/,
      );
      expect((await get(path)).text).toContain('<a href="/">Retour à l’accueil</a>');
    },
  );

  test.each(['/', '/nina', '/nina/live', '/partner/aff-one'])(
    'states at %s, which is readable, what its buttons need it for',
    async (path) => {
      expect(await noscriptOf(path)).toBe(
        'Pour vous inscrire, vous connecter ou débloquer un contenu, activez JavaScript dans votre navigateur.',
      );
    },
  );
});

describe('a former slug', () => {
  test.each([
    ['/ancienne', '/nina'],
    ['/ancienne/live', '/nina/live'],
    ['/ancienne?sub1=CLICK1&sub2=aff-one', '/nina?sub1=CLICK1&sub2=aff-one'],
  ])('redirects a former slug in %s for good to %s, revalidated', async (path, location) => {
    stage.catalogue.responses.set('/api/models/ancienne', { status: 301, body: '', location: '/api/models/nina' });
    const response = await get(path);
    expect({
      status: response.status,
      location: response.headers.location,
      caching: response.headers['cache-control'],
      text: response.text,
    }).toEqual({ status: 301, location, caching: 'public, max-age=0, must-revalidate', text: '' });
  });
});

describe('a page that does not exist', () => {
  test.each([
    ['/inconnue', 'model'],
    ['/inconnue/live', 'live'],
    ['/partner/inconnu', 'partner'],
    ['/partner', 'partnerWithoutSlug'],
    ['/a/b/c', 'page'],
    ['/.not-found/page', 'page'],
  ])('serves at %s the shared document "%s"', async (path, document) => {
    const [first, other] = [await get(path), await get(path.replace('inconnu', 'autre-inconnu'))];
    expect(first.headers).toMatchObject({
      'content-location': `/.not-found/${document}`,
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect(other.text).toBe(first.text);
    expect(first.text).not.toContain('inconnu');
  });

  test('is rendered again after a deployment', async () => {
    expect((await get('/a/b/c')).text).toContain('<main>first');
    deployRemote(stage.remote, 'second');
    await stage.shell.refresh();
    expect((await get('/a/b/c')).text).toContain('<main>second');
  });
});
