import type { IncomingMessage, RequestListener } from 'node:http';
import { createEvent } from 'service-kit/outbox';
import { sendRaw } from './raw-client.ts';
import { model, start } from './start-gateway.ts';

const NOT_FOUND = '/.not-found/page';

/** A shell with one model, and shared documents for unknown paths. */
const shellTo =
  (rendered: string[]): RequestListener =>
  (request, response) => {
    const path = request.url ?? '';
    rendered.push(path);
    if (path === '/nina')
      return void response
        .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=0, must-revalidate' })
        .end('Nina');
    const document = path === NOT_FOUND ? 'page' : 'model';
    response
      .writeHead(404, {
        'content-type': 'text/html',
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-location': `/.not-found/${document}`,
      })
      .end(`no ${document}`);
  };

const raw = async (url: string, path: string) =>
  (await sendRaw(url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`))[0];

describe('a page', () => {
  test.each(['/nina/', '/%6eina', '/Nina', '/NINA'])('redirects %s to the canonical path of the page', async (path) => {
    const rendered: string[] = [];
    const { url } = await start({ shell: shellTo(rendered) });
    const response = await raw(url, `${path}?sub1=a%20b`);
    expect(response?.status).toBe(301);
    expect(response?.headers).toMatch(/^location: \/nina\?sub1=a%20b$/im);
    expect(rendered).toEqual([]);
  });

  test.each(['/#x', '/nina#x', '/%2e%2e', '/nina\\', '/nina%00', '//nina', '/./nina'])(
    'rejects the path %s',
    async (path) => {
      const rendered: string[] = [];
      const { url } = await start({ shell: shellTo(rendered) });
      expect((await raw(url, path))?.status).toBe(400);
      expect(rendered).toEqual([]);
    },
  );

  test.each([
    ['a backslash', '\\x'],
    ['an encoded NUL', 'a%00'],
    ['a fragment', 'a#b'],
    ['nine thousand characters', 'x'.repeat(9_000)],
  ])('rejects a page with %s in its query, whether it is cached or not', async (_name, query) => {
    const path = `/nina?${query}`;
    const { url } = await start({ shell: shellTo([]) });
    expect((await raw(url, path))?.status).toBe(400);
    expect((await raw(url, '/nina?sub1=a'))?.status).toBe(200);
    expect((await raw(url, path))?.status).toBe(400);
  });

  test('requests the page for unknown paths once for all of them', async () => {
    const rendered: string[] = [];
    const { url } = await start({ shell: shellTo(rendered) });
    for (let index = 0; index < 20; index += 1) {
      const response = await raw(url, `/nothing/${index}/at-all`);
      expect([response?.status, response?.body]).toEqual([404, 'no page']);
    }
    expect(rendered).toEqual([NOT_FOUND]);
  });

  test('requests the page of an unknown model once, until a model takes the slug', async () => {
    const rendered: string[] = [];
    const { url, gateway } = await start({ shell: shellTo(rendered) });
    for (let index = 0; index < 3; index += 1) expect((await fetch(`${url}/zoe`)).status).toBe(404);
    expect(rendered).toEqual(['/zoe']);
    await gateway.listeners['model.created']?.(createEvent('model.created', { ...model, slug: 'zoe' }, 1));
    await fetch(`${url}/zoe`);
    expect(rendered).toEqual(['/zoe', '/zoe']);
  });

  test('rejects a method that it does not have with 405', async () => {
    const { url } = await start({});
    const response = await fetch(`${url}/nina`, { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a call', () => {
  test('redirects a call with upper case in its slug with its method', async () => {
    const { url } = await start({});
    const response = await fetch(`${url}/api/affiliates/Aff-One/verify`, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/api/affiliates/aff-one/verify']);
  });

  test.each(['/api/models/%7B%22$gt%22%7D', '/api/models/%7b%22%7d', '/api/affiliates/%C3%89VA/verify'])(
    'of %s is redirected to a path that is redirected no further',
    async (path) => {
      const { url } = await start({});
      const first = await raw(url, path);
      const location = /^location: (.*)$/im.exec(first?.headers ?? '')?.[1]?.trim() ?? path;
      expect([301, 308]).not.toContain((await raw(url, location))?.status);
    },
  );

  test.each([
    '/api/models/%2e%2e\\%2e%2e\\metrics',
    '/uploads/blur/%2e%2e\\%2e%2e\\metrics#.webp',
    '/api/models/..%5c..%5cmetrics',
    '/uploads/items/..;/metrics/640.webp',
  ])('lets the call %s reach no other path of a service', async (path) => {
    const seen: string[] = [];
    const listener: RequestListener = (request: IncomingMessage, response) => {
      seen.push(request.url ?? '');
      response.writeHead(404).end();
    };
    const { url } = await start({ catalogue: listener, media: listener });
    expect([400, 404]).toContain((await raw(url, path))?.status);
    expect(seen.filter((one) => !one.startsWith('/api/models/') && !one.startsWith('/uploads/'))).toEqual([]);
  });
});
