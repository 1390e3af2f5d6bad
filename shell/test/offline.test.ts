import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import request from 'supertest';
import { startShell } from './harness.ts';

let site: Awaited<ReturnType<typeof startShell>>;
const get = (path: string) => request(site.shell.http).get(path);

/** Runs the worker that removes a former one. */
const removeBy = async (code: string) => {
  const names = new Set(['site-profiles', 'site-offline-1', 'foreign']);
  const work: Promise<unknown>[] = [];
  let isRegistered = true;
  runInNewContext(code, {
    addEventListener: (_name: string, listener: (event: object) => void) =>
      listener({ waitUntil: (one: Promise<unknown>) => work.push(one) }),
    caches: { keys: async () => [...names], delete: async (name: string) => names.delete(name) },
    self: {
      skipWaiting: () => undefined,
      registration: { unregister: async () => void (isRegistered = false) },
    },
  });
  await Promise.all(work);
  return { left: [...names], isRegistered };
};

beforeAll(async () => {
  site = await startShell();
  await site.shell.start();
});
afterAll(() => site.close());

describe('the service worker and the offline page', () => {
  test('serves the worker with the files of its release, revalidated each time', async () => {
    const { headers, text } = await get('/service-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['service-worker-allowed']).toBe('/');
    expect(headers['content-type']).toContain('text/javascript');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(text).toMatch(/^self\.offlineFiles=\{.+\};\nself\.panelRoots=\["admin","affiliate"\];\nwork\(\)$/s);
    expect(text).toContain('"/assets/imbue.0123456789.woff2"');
  });

  test('serves the offline page of the same release with the fonts, styles and script that it names', async () => {
    const page = await get('/offline');
    const worker = await get('/service-worker.js');
    const { version } = JSON.parse(/self\.offlineFiles=(.+);\n/.exec(worker.text)?.[1] ?? '') as { version: string };
    expect(page.headers.etag).toBe(`"${version}"`);
    expect(page.headers['content-security-policy']).toMatch(/style-src-elem 'self' ('sha256-[^']+' ?){2};/);
    expect(page.text).toContain('Hors connexion - Coulisses');
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
    expect(worker.text).toContain(`"${script}"`);
    const { headers, text } = await get(script);
    expect([headers['cache-control'], text]).toEqual(['public, max-age=31536000, immutable', 'show()']);
  });

  test('responds 404 to the script of another release', async () => {
    expect((await get('/assets/offline-page.0000000000000000.js')).status).toBe(404);
  });

  test('names the worker to pages', async () => {
    expect((await get('/welcome')).text).toContain('"serviceWorker":"/service-worker.js"');
  });

  test('removes the worker and its caches from browsers where it is switched off', async () => {
    const off = await startShell('https://coulisses.example', { hasServiceWorker: false });
    await off.shell.start();
    const { text } = await request(off.shell.http).get('/service-worker.js');
    expect(await removeBy(text)).toEqual({ left: ['foreign'], isRegistered: false });
    expect((await request(off.shell.http).get('/welcome')).text).not.toContain('serviceWorker');
    await off.close();
  });
});
