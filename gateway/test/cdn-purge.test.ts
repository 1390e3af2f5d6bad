import type { IncomingHttpHeaders } from 'node:http';
import type { Event } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { LIST_KEYS, SURROGATE_KEY_HEADER, surrogateKeyOfAsset, surrogateKeyOfModel } from 'service-kit/surrogate-keys';
import { eventually } from 'testing/eventually';
import { startHttpServer } from 'testing/http-server';
import { createCdnListeners, createPurger } from '../src/cdn-purge.ts';
import { model, onCleanup } from './start-gateway.ts';

const NEVER_MS = 3_600_000;

/** Starts a CDN that accepts purges, or responds to them with `status`. */
const startCdn = async ({ status = 200 }: { status?: number } = {}) => {
  const purges: { headers: IncomingHttpHeaders; keys: string[] }[] = [];
  const cdn = { status, purges, keys: () => purges.flatMap(({ keys }) => keys) };
  const { url, close } = await startHttpServer((request, response) => {
    const { headers } = request;
    if (cdn.status === 200) purges.push({ headers, keys: String(headers[SURROGATE_KEY_HEADER]).split(' ') });
    response.writeHead(cdn.status).end('{"status":"ok"}');
  });
  onCleanup(close);
  return { cdn, url: `${url}/service/coulisses/purge` };
};

const startPurger = (url: string, options: Partial<Parameters<typeof createPurger>[0]> = {}) => {
  const outcomes: string[] = [];
  const purger = createPurger({
    url,
    token: 'a token of the tests',
    logger: createLogger('gateway', 'silent'),
    onPurge: (outcome) => void outcomes.push(outcome),
    batchMs: 5,
    repeatAfterMs: [],
    ...options,
  });
  purger.start();
  onCleanup(() => purger.stop());
  return { purger, outcomes };
};

test('the CDN purge sends the keys of a moment in one call with the token', async () => {
  const { cdn, url } = await startCdn();
  const { purger } = startPurger(url, { batchMs: 50 });
  await purger.purge(['first']);
  await Promise.all([purger.purge(['/nina', 'list']), purger.purge(['list', '/rose'])]);
  expect(cdn.purges.map(({ keys }) => keys)).toEqual([['first'], ['/nina', 'list', '/rose']]);
  expect(cdn.purges[0]?.headers['fastly-key']).toBe('a token of the tests');
});

test('the CDN purge sends 256 keys in one call at most', async () => {
  const { cdn, url } = await startCdn();
  const { purger } = startPurger(url);
  const keys = Array.from({ length: 600 }, (_, index) => `key-${index}`);
  await purger.purge(keys);
  expect(cdn.purges.map((purge) => purge.keys.length)).toEqual([256, 256, 88]);
  expect(cdn.keys()).toEqual(keys);
});

test('the CDN purge retries until the CDN accepts the keys, together with those that have come meanwhile', async () => {
  const { cdn, url } = await startCdn({ status: 503 });
  const { purger, outcomes } = startPurger(url);
  const first = purger.purge(['/nina']);
  await eventually(() => outcomes.length > 1);
  const second = purger.purge(['/rose']);
  cdn.status = 200;
  await Promise.all([first, second]);
  expect(new Set(cdn.keys())).toEqual(new Set(['/nina', '/rose']));
  expect(outcomes.at(0)).toBe('failed');
  expect(outcomes.at(-1)).toBe('done');
});

test('the CDN purge repeats after a while what another gateway may have let in', async () => {
  const { cdn, url } = await startCdn();
  const { purger } = startPurger(url, { repeatAfterMs: [20, 40] });
  await purger.purge(['/nina']);
  await eventually(() => cdn.keys().length === 3);
  expect(cdn.keys()).toEqual(['/nina', '/nina', '/nina']);
});

test('the CDN purge repeats early at a shutdown what was to be purged again', async () => {
  const { cdn, url } = await startCdn();
  const { purger } = startPurger(url, { repeatAfterMs: [NEVER_MS] });
  await purger.purge(['/nina']);
  await purger.stop();
  expect(cdn.keys()).toEqual(['/nina', '/nina']);
});

test('the CDN purge leaves what is not purged at a shutdown to another gateway', async () => {
  const { url } = await startCdn({ status: 503 });
  const { purger, outcomes } = startPurger(url);
  const purged = purger.purge(['/nina']);
  const rejected = expect(purged).rejects.toThrow('stopped');
  await eventually(() => outcomes.length > 0);
  await purger.stop();
  await rejected;
  await expect(purger.purge(['/rose'])).rejects.toThrow('stopped');
});

describe('an event', () => {
  const assetId = crypto.randomUUID();
  const affiliate = { id: crypto.randomUUID(), slug: 'agence', name: 'Agence', isActive: true };
  const pages = ['/nina', '/nina/live', '/api/models/nina'];
  const assets = [
    { id: assetId, access: 'public' as const },
    { id: crypto.randomUUID(), access: 'locked' as const },
  ];
  test.each<[string, Event, string[]]>([
    [
      'a change of a model',
      createEvent('model.updated', { ...model, assets }, 2),
      [...pages, surrogateKeyOfModel('nina'), LIST_KEYS.ranked],
    ],
    [
      'a deletion of a model',
      createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [assetId] }, 2),
      [
        ...pages,
        surrogateKeyOfModel('nina'),
        LIST_KEYS.ranked,
        LIST_KEYS.end,
        LIST_KEYS.sitemap,
        surrogateKeyOfAsset(assetId),
      ],
    ],
    [
      'a live',
      createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 2),
      [...pages, surrogateKeyOfModel('nina'), LIST_KEYS.ranked],
    ],
    [
      'the deletion of a file',
      createEvent('asset.deleted', { id: assetId, modelSlug: 'nina' }, 2),
      [surrogateKeyOfAsset(assetId)],
    ],
    ['a repaired affiliate', createEvent('affiliate.updated', affiliate as never, 2), ['site']],
    ['a new affiliate', createEvent('affiliate.created', affiliate as never, 1), ['/partner/agence']],
  ])('purges the keys of the responses that end by %s', async (_what, event, keys) => {
    const purged: string[] = [];
    const listeners = createCdnListeners(async (given) => void purged.push(...given));
    await listeners[event.name]?.(event as never);
    expect(new Set(purged)).toEqual(new Set(keys));
  });
});
