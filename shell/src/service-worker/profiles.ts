import { parseProfile, PROFILES_CACHE, readProfiles, withProfile, writeProfiles } from './visited-profile.ts';

interface Dependencies {
  caches: CacheStorage;
  fetch: typeof fetch;
  now: () => number;
  pictureTimeoutMs?: number;
}

/** A picture that does not come holds up changes after it, a removal among them, and the worker of a new release. */
const PICTURE_TIMEOUT_MS = 10_000;

/** Stores the visited profiles, one change at a time: a removal is never overtaken by a visit before it. */
export const createProfiles = ({ caches, fetch, now, pictureTimeoutMs = PICTURE_TIMEOUT_MS }: Dependencies) => {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const result = last.then(change, change);
    last = result.catch(() => undefined);
    return result;
  };

  /** A picture is fetched as every visitor gets it; without one, the offline page draws the initial. */
  const storePicture = async (cache: Cache, address: string | undefined): Promise<void> => {
    if (address === undefined || (await cache.match(address))) return;
    const signal = AbortSignal.timeout(pictureTimeoutMs);
    const response = await fetch(address, { credentials: 'omit', redirect: 'error', signal }).catch(() => null);
    if (response?.status === 200 && response.headers.get('content-type') === 'image/webp')
      // A body that breaks off costs the picture, not the profile.
      await cache.put(address, response).catch(() => undefined);
  };

  return {
    /** @param visited as a page has sent it */
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
