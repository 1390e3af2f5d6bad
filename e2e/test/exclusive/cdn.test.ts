import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { operations } from 'contracts/operations';
import { createPortBlock } from 'stack/free-port';
import type { PortBlock } from 'stack/free-port';
import { deleteQueue } from 'testing/delete-queue';
import { eventually, readStack } from '../../src/browser.ts';
import { administratorToken, request, subscriberToken } from '../../src/calls.ts';
import { chooseModels } from '../../src/public-site.ts';

const stack = readStack();
const REPOSITORY = resolve(import.meta.dirname, '../../..');
const VARNISH = ['/usr/sbin/varnishd', '/usr/local/sbin/varnishd'].find((path) => existsSync(path));
const RABBIT_URL = stack.processes.rabbitmq?.url ?? process.env.RABBIT_URL ?? '';
const PURGE_TOKEN = 'token-of-the-tests-for-purging-the-cdn';
const CDN_MAX_AGE_SECONDS = 600;
/** Time within which a saved change must be visible (docs/domain.md). */
const VISIBLE_MS = 2_000;

/** Starts a gateway before the services of the stack, and Varnish before the gateway with the committed configuration. */
const startCdn = async (varnish: string, ports: PortBlock, folder: string) => {
  const [gatewayPort, managementPort, port] = [await ports.next(), await ports.next(), await ports.next()];
  const url = `http://127.0.0.1:${port}`;
  const started: ReturnType<typeof spawn>[] = [];
  const start = (command: string, args: string[], environment: NodeJS.ProcessEnv = {}) =>
    void started.push(
      spawn(command, args, { cwd: REPOSITORY, env: { ...process.env, ...environment }, stdio: 'ignore' }),
    );
  const variables = Object.entries(stack.processes).flatMap(([name, { url: address }]): [string, string][] =>
    address === undefined ? [] : [[`${name.replace(/^mf-/, 'remote_').toUpperCase()}_URL`, address]],
  );
  start(process.execPath, ['gateway/src/main.ts'], {
    ...Object.fromEntries(variables),
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(gatewayPort),
    MANAGEMENT_PORT: String(managementPort),
    RABBIT_URL,
    PUBLIC_URL: stack.url,
    TRUSTED_PROXIES: '1',
    CDN_MAX_AGE: String(CDN_MAX_AGE_SECONDS),
    CDN_PURGE_URL: `${url}/service/coulisses/purge`,
    CDN_PURGE_TOKEN: PURGE_TOKEN,
  });
  const given: Record<string, string> = {
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: String(gatewayPort),
    CDN_PURGE_TOKEN: PURGE_TOKEN,
  };
  const template = await readFile(join(REPOSITORY, 'k8s/cdn/varnish.vcl'), 'utf8');
  const vcl = join(folder, 'site.vcl');
  await writeFile(
    vcl,
    template.replace(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? ''),
  );
  start(varnish, ['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-f', vcl, '-a', `127.0.0.1:${port}`]);
  await eventually(
    () =>
      fetch(`${url}/api/models`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  const origin = `http://127.0.0.1:${gatewayPort}`;
  // Until events reach the gateway, it lets a CDN store nothing.
  await eventually(
    async () => (await fetch(`${origin}/api/models`)).headers.get('cache-control') ?? '',
    (cacheControl) => cacheControl.includes('s-maxage'),
  );
  return {
    url,
    origin,
    stop: async () => {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        // SIGINT skips the drain: no client is left.
        child.kill('SIGINT');
        await ended;
      }
    },
  };
};

(VARNISH ? describe : describe.skip)(`behind a CDN${VARNISH ? '' : ' (skipped: no varnishd)'}`, () => {
  let ports: PortBlock;
  let folder: string;
  let cdn: Awaited<ReturnType<typeof startCdn>>;
  let model: ModelView;
  let administrator: string;
  beforeAll(async () => {
    ports = await createPortBlock();
    folder = await mkdtemp(join(tmpdir(), 'coulisses-cdn-'));
    cdn = await startCdn(VARNISH ?? '', ports, folder);
    const { offStage } = await chooseModels();
    model = (await (await fetch(`${stack.url}/api/models/${offStage}`)).json()) as ModelView;
    administrator = await administratorToken();
  });
  afterAll(async () => {
    await cdn?.stop();
    // The queue has no consumer any more.
    await deleteQueue(RABBIT_URL, 'cdn');
    await ports?.release();
    await rm(folder, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}, origin = cdn.url) => {
    const response = await fetch(origin + path, { headers, redirect: 'manual' });
    const header = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      text: await response.text(),
      isHit: header('x-cache') === 'HIT',
      cacheControl: header('cache-control') ?? '',
      surrogateKeys: header('surrogate-key'),
    };
  };
  const save = async (change: object) => {
    const { status } = await request(operations.updateModel, {
      token: administrator,
      parts: { id: model.id },
      body: change,
    });
    if (status !== 200) throw new Error(`saving responded ${status}`);
  };
  const itemsOf = async (token?: string): Promise<ContentItem[]> => {
    const { text } = await get(`/api/models/${model.slug}`, token ? { authorization: `Bearer ${token}` } : {});
    const shown = JSON.parse(text) as ModelView;
    return [shown.photo_items, shown.video_items, shown.live_replays].flatMap(
      (list) => JSON.parse(list) as ContentItem[],
    );
  };

  test('serves pages, lists, pictures and built files from the CDN, without its keys and its age', async () => {
    const page = await get('/');
    const [script] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? [];
    const blurred = (await itemsOf()).find(({ isViewable }) => !isViewable);
    const paths = ['/', `/${model.slug}`, '/api/models', `/api/models/${model.slug}`, model.avatar_image, script];
    for (const path of [...paths, blurred?.image]) {
      if (!path) throw new Error('the page shows no such thing');
      await get(path);
      const { status, isHit, cacheControl, surrogateKeys } = await get(path);
      expect({ path, status, isHit, surrogateKeys }).toEqual({ path, status: 200, isHit: true, surrogateKeys: null });
      expect(cacheControl).toMatch(/^public, max-age=\d+(?:, [\w-]+)?$/);
    }
    // The query of an advertisement's link leads to the same cached page.
    expect((await get(`/${model.slug}?sub1=click&sub2=aff-two`)).isHit).toBe(true);
  });

  test('serves the bytes of a picture at an address that stays', async () => {
    const { cacheControl } = await get(model.avatar_image ?? '');
    expect(cacheControl).toBe('public, max-age=31536000, immutable');
    expect((await get(model.avatar_image ?? '', {}, cdn.origin)).cacheControl).toBe(
      `public, max-age=31536000, immutable, s-maxage=${CDN_MAX_AGE_SECONDS}`,
    );
  });

  test('shows a saved change on the page, in the list and in its own call within two seconds', async () => {
    const measured: number[] = [];
    for (const bio of ['Première version pour le cache.', 'Seconde version pour le cache.']) {
      const paths = [`/${model.slug}`, '/api/models', `/api/models/${model.slug}`];
      for (const path of paths) await get(path);
      await save({ bio });
      const savedAt = performance.now();
      for (const path of paths)
        await eventually(
          () => get(path),
          ({ text }) => text.includes(bio),
        );
      measured.push(performance.now() - savedAt);
    }
    await save({ bio: model.bio });
    expect(Math.max(...measured)).toBeLessThan(VISIBLE_MS);
  });

  test('passes what comes with a token, and gives visitors nothing of it', async () => {
    const authorization = `Bearer ${administrator}`;
    await get('/api/models');
    const own = await get('/api/models', { authorization });
    expect([own.isHit, own.cacheControl]).toEqual([false, 'private, no-store']);
    expect(own.text).toContain('edit_revision');
    const shared = await get('/api/models');
    expect([shared.isHit, shared.text.includes('edit_revision')]).toEqual([true, false]);
  });

  test('stores nothing that a subscriber has paid for', async () => {
    const authorization = `Bearer ${await subscriberToken('paid')}`;
    const locked = (await itemsOf(await subscriberToken('paid'))).filter(({ image }) => image.includes('signature='));
    expect(locked.length).toBeGreaterThan(0);
    for (const { image } of locked.slice(0, 3)) {
      for (const _request of ['first', 'second']) {
        const { status, isHit, cacheControl } = await get(image, { authorization });
        expect([status, isHit, cacheControl]).toEqual([200, false, 'private, no-store']);
      }
      // The same address without authorization.
      expect((await get(image)).status).toBe(401);
    }
  });

  test('stores no unlocked item, which may be locked at any time', async () => {
    const image = (await itemsOf()).find(({ isViewable }) => isViewable)?.image ?? '';
    await get(image);
    const { status, isHit, cacheControl } = await get(image);
    expect([status, isHit]).toEqual([200, false]);
    expect(cacheControl).toMatch(/^private/);
  });

  test('stores no page of one person, no error and no call of an account', async () => {
    for (const path of ['/account', '/no/such/page', '/api/subscription', '/api/no-such-call']) {
      await get(path);
      const { isHit, cacheControl } = await get(path);
      expect({ path, isHit, isPrivate: /private|no-store/.test(cacheControl) }).toEqual({
        path,
        isHit: false,
        isPrivate: true,
      });
    }
  });

  test('removes a hidden model and its pictures within two seconds', async () => {
    const paths = [`/${model.slug}`, `/api/models/${model.slug}`, model.avatar_image ?? ''];
    for (const path of paths) expect((await get(path)).status).toBe(200);
    await save({ state: 'archived' });
    const hiddenAt = performance.now();
    for (const path of paths)
      await eventually(
        () => get(path),
        ({ status }) => status === 404,
      );
    expect((await get('/api/models')).text).not.toContain(`"${model.slug}"`);
    const hiddenMs = performance.now() - hiddenAt;
    await save({ state: 'published' });
    await eventually(
      () => get(`/${model.slug}`),
      ({ status }) => status === 200,
    );
    expect(hiddenMs).toBeLessThan(VISIBLE_MS);
  });

  test('rejects a purge without the token', async () => {
    const purge = (token: string) =>
      fetch(`${cdn.url}/service/coulisses/purge`, {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': 'site' },
      });
    await get('/');
    expect((await purge('x')).status).toBe(403);
    expect((await get('/')).isHit).toBe(true);
    expect((await purge(PURGE_TOKEN)).status).toBe(200);
    expect((await get('/')).isHit).toBe(false);
  });
});
