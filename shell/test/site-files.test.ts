import { describe, expect, test } from '@jest/globals';
import { get, stage } from './stage.ts';

describe('the files at the root', () => {
  test('has each of the manifest’s icons', async () => {
    const { body } = (await get('/manifest.webmanifest')) as {
      body: { name: string; icons: { src: string; type: string; purpose: string }[] };
    };
    expect(body.name).toBe('Coulisses');
    expect(body.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
    for (const { src, type } of body.icons)
      expect((await get(src)).headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
    for (const path of ['/apple-touch-icon.png', '/favicon.ico', '/favicon.svg', '/share.jpg'])
      expect((await get(path)).status).toBe(200);
  });

  test('lets pages of other origins show the pictures of mails, and no other file', async () => {
    const policyOf = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
    for (const path of ['/mail-chair.jpg', '/mail-stage.jpg']) expect(await policyOf(path)).toBe('cross-origin');
    expect(await policyOf('/share.jpg')).toBe('same-origin');
  });

  test('leads search engines by robots.txt to the models’ pages and away from the panels', async () => {
    const { text } = await get('/robots.txt');
    expect(text).toContain('Disallow: /admin/');
    expect(text).toContain('Sitemap: https://coulisses.example/sitemap.xml');
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers['content-type']).toContain('application/xml');
    expect(sitemap.headers['surrogate-key']).toBe('sitemap');
    expect([...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://coulisses.example/',
      'https://coulisses.example/nina',
      'https://coulisses.example/nina/live',
    ]);
  });

  test('names the parts of a long sitemap, each with the pages of its models', async () => {
    stage.catalogue.responses.set('/internal/sitemap/1', { status: 200, body: { slugs: ['nina'], parts: 3 } });
    stage.catalogue.responses.set('/internal/sitemap/3', { status: 200, body: { slugs: ['zoe'], parts: 3 } });
    stage.catalogue.responses.set('/internal/sitemap/4', { status: 200, body: { slugs: [], parts: 3 } });
    const locations = async (path: string) =>
      [...(await get(path)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    const site = 'https://coulisses.example';
    expect((await get('/sitemap.xml')).text).toContain('<sitemapindex ');
    expect(await locations('/sitemap.xml')).toEqual([1, 2, 3].map((part) => `${site}/sitemap-${part}.xml`));
    expect(await locations('/sitemap-1.xml')).toEqual([`${site}/`, `${site}/nina`, `${site}/nina/live`]);
    expect(await locations('/sitemap-3.xml')).toEqual([`${site}/zoe`, `${site}/zoe/live`]);
    for (const path of ['/sitemap-0.xml', '/sitemap-4.xml', '/sitemap-x.xml', '/sitemap-1e1.xml'])
      expect((await get(path)).status).toBe(404);
  });

  test('delays the sitemap instead of emptying it when the catalogue fails', async () => {
    stage.catalogue.responses.set('/internal/sitemap/1', null);
    expect(await get('/sitemap.xml')).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
  });
});
