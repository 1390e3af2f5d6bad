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
  server = createRemoteServer({ dist, logger });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the server of a micro-frontend', () => {
  test('When a hashed file is asked for, then it is kept for a year', async () => {
    const answer = await get('/assets/app.0123456789.js').set('accept-encoding', 'identity');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });

  test('When brotli is accepted, then the compressed sibling is sent', async () => {
    const answer = await get('/assets/app.0123456789.js').set('accept-encoding', 'gzip, br').buffer(true);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-length']).toBe(String(brotliCompressSync(SCRIPT).length));
  });

  test('When brotli is refused, then the file itself is sent', async () => {
    const answer = await get('/assets/app.0123456789.js').set('accept-encoding', 'br;q=0, gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('When the manifest is asked for, then it is revalidated each time', async () => {
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
  ])('When %s is asked for, then there is nothing', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('When a file appears after the start, then it is found', async () => {
    const late = createRemoteServer({ dist: join(folder, 'late'), logger });
    await expect(late.readiness.manifest()).rejects.toThrow('ENOENT');
    await mkdir(join(folder, 'late'));
    await writeFile(join(folder, 'late/mf-manifest.json'), '{}');
    await late.readiness.manifest();
    expect((await request(late.http).get('/mf-manifest.json')).status).toBe(200);
  });

  test('When something else than reading is asked, then it is refused', async () => {
    expect((await request(server.http).post('/mf-manifest.json')).status).toBe(404);
    expect((await request(server.http).head('/mf-manifest.json')).headers['content-length']).toBe('18');
  });
});
