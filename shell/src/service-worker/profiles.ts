import { parseProfile, PROFILES_CACHE, readProfiles, withProfile, writeProfiles } from './visited-profile.ts';

interface Dependencies {
  caches: CacheStorage;
  fetch: typeof fetch;
  now: () => number;
  pictureTimeoutMs?: number;
}

/** Timeout of a picture: it delays later changes, such as a removal, and the worker of a new release. */
const PICTURE_TIMEOUT_MS = 10_000;

/** Stores the visited profiles, one change at a time, so that an earlier visit never overtakes a removal. */
export const createProfiles = ({ caches, fetch, now, pictureTimeoutMs = PICTURE_TIMEOUT_MS }: Dependencies) => {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const result = last.then(change, change);
    last = result.catch(() => undefined);
    return result;
  };

  /** Stores a public picture; without one, the offline page shows the initial. */
  const storePicture = async (cache: Cache, address: string | undefined): Promise<void> => {
    if (address === undefined || (await cache.match(address))) return;
    const signal = AbortSignal.timeout(pictureTimeoutMs);
    const response = await fetch(address, { credentials: 'omit', redirect: 'error', signal }).catch(() => null);
    if (response?.status === 200 && response.headers.get('content-type') === 'image/webp')
      // With an interrupted body only the picture is missing, not the profile.
      await cache.put(address, response).catch(() => undefined);
  };

  return {
    /** @param visited untrusted value sent by a page */
    add: (visited: unknown): Promise<void> =>
      inOrder(async () => {
        const profile = parseProfile(visited, now());
        if (!profile) return;
        const cache = await caches.open(PROFILES_CACHE);
        await Promise.all([storePicture(cache, profile.avatar), storePicture(cache, profile.cover)]);
        await writeProfiles(cache, withProfile(await readProfiles(cache, now()), profile));
      }),
    clear: (): Promise<void> => inOrder(async () => void (await caches.delete(PROFILES_CACHE))),
  };
};
