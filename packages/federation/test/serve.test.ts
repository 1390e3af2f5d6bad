import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from 'service-kit/logger';
import request from 'supertest';
import { createRemoteServer } from '../src/serve.ts';

const SCRIPT = 'console.log("un")';
const logger = createLogger('mf-test', 'silent');
let folder: string;
let server: ReturnType<typeof createRemoteServer>;
const get = (path: string) => request(server.http).get(path);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.json'), '{"secret":true}');
  await writeFile(join(dist, 'mf-manifest.json'), '{"name":"mf_test"}');
  await writeFile(join(dist, 'assets/app.0123456789.js'), SCRIPT);
  await writeFile(join(dist, 'assets/app.0123456789.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(dist, 'assets/mask.0123456789.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  server = createRemoteServer({ dist, logger });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the server of a micro-frontend', () => {
  test('caches a hashed file for a year', async () => {
    const response = await get('/assets/app.0123456789.js').set('accept-encoding', 'identity');
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers.vary).toBe('Accept-Encoding');
  });

  test('sends a script without the fields of documents and of requests, and with those that protect it', async () => {
    const { headers } = await get('/assets/app.0123456789.js').set('accept-encoding', 'br');
    expect(Object.keys(headers).sort()).toEqual(
      [
        'cache-control',
        'connection',
        'content-encoding',
        'content-length',
        'content-type',
        'cross-origin-resource-policy',
        'date',
        'etag',
        'strict-transport-security',
        'vary',
        'x-content-type-options',
      ].sort(),
    );
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    await get('/assets/app.0123456789.js').set('if-none-match', String(headers.etag)).expect(304);
  });

  test('keeps the policy of what a browser opens as a document', async () => {
    for (const path of ['/assets/mask.0123456789.svg', '/mf-manifest.json', '/nothing.js'])
      expect((await get(path)).headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
  });

  test('names the request of whatever is not cached for a year', async () => {
    expect((await get('/mf-manifest.json')).headers['x-request-id']).toBeDefined();
    expect((await get('/assets/app.9999999999.js')).headers['x-request-id']).toBeDefined();
    expect((await get('/assets/mask.0123456789.svg')).headers['x-request-id']).toBeUndefined();
  });

  test('sends the compressed sibling to a client that accepts brotli', async () => {
    const response = await get('/assets/app.0123456789.js').set('accept-encoding', 'gzip, br').buffer(true);
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-length']).toBe(String(brotliCompressSync(SCRIPT).length));
  });

  test('sends the file itself to a client that does not accept brotli', async () => {
    const response = await get('/assets/app.0123456789.js').set('accept-encoding', 'br;q=0, gzip');
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  test('revalidates the manifest each time', async () => {
    const first = await get('/mf-manifest.json');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/mf-manifest.json').set('if-none-match', String(first.headers.etag));
    expect(again.status).toBe(304);
  });

  test.each([
    '/../secret.json',
    '/..%2fsecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/assets%00',
    '/assets',
    '/',
    '/assets/app.0123456789.js.br',
    '/nothing.js',
  ])('responds with 404 to %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('finds a file that appears after the start', async () => {
    const late = createRemoteServer({ dist: join(folder, 'late'), logger });
    await expect(late.readiness.manifest()).rejects.toThrow('ENOENT');
    await mkdir(join(folder, 'late'));
    await writeFile(join(folder, 'late/mf-manifest.json'), '{}');
    await late.readiness.manifest();
    expect((await request(late.http).get('/mf-manifest.json')).status).toBe(200);
  });

  test('serves GET and HEAD only', async () => {
    expect((await request(server.http).post('/mf-manifest.json')).status).toBe(404);
    expect((await request(server.http).head('/mf-manifest.json')).headers['content-length']).toBe('18');
  });
});
