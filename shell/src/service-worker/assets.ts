import { DAY_MS } from 'contracts/durations';
import { CACHE_PREFIX } from './visited-profile.ts';

const ASSETS_CACHE = `${CACHE_PREFIX}assets`;
const ASSETS_MAX = 80;
const ASSET_MAX_AGE_MS = 30 * DAY_MS;

interface Dependencies {
  caches: CacheStorage;
  fetch: typeof fetch;
  now: () => number;
}

/** Whether a response is a built file: complete, public, and named by its content. */
const isCacheable = ({ status, redirected, headers }: Response): boolean => {
  const policy = headers.get('cache-control') ?? '';
  return (
    status === 200 &&
    !redirected &&
    /\bimmutable\b/.test(policy) &&
    !/private|no-store/.test(policy) &&
    !(headers.get('content-type') ?? 'text/html').startsWith('text/html')
  );
};

/**
 * Serves built files from a cache of limited number and age. Their names change with their content, so releases share the cache.
 */
export const createAssets = ({ caches, fetch, now }: Dependencies) => {
  const isFresh = ({ headers }: Response): boolean => {
    const ageMs = now() - Date.parse(headers.get('date') ?? '');
    return ageMs < ASSET_MAX_AGE_MS;
  };
  const store = async (request: Request, response: Response): Promise<void> => {
    const cache = await caches.open(ASSETS_CACHE);
    await cache.put(request, response);
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - ASSETS_MAX))) await cache.delete(key);
  };
  return {
    /** @param keepAlive prolongs the worker's life until the copy is stored */
    respond: async (request: Request, keepAlive: (work: Promise<unknown>) => void): Promise<Response> => {
      // Also searches the files of the offline page.
      const cached = await caches.match(request).catch(() => undefined);
      if (cached && isFresh(cached)) return cached;
      const response = await fetch(request);
      // With a full disk only the copy fails, not the page.
      if (isCacheable(response)) keepAlive(store(request, response.clone()).catch(() => undefined));
      return response;
    },
    /** Removes entries that are too old. */
    prune: async (): Promise<void> => {
      const cache = await caches.open(ASSETS_CACHE);
      for (const key of await cache.keys()) {
        const response = await cache.match(key);
        if (response && !isFresh(response)) await cache.delete(key);
      }
    },
  };
};
