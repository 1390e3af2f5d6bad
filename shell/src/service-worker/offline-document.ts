import { CACHE_PREFIX } from './visited-profile.ts';

/** Files that the server declares at the beginning of the worker. */
export interface OfflineFiles {
  /** Version of the document and of all its files. */
  version: string;
  document: string;
  /** Built files that the document names. */
  files: readonly string[];
}

const OFFLINE_PREFIX = `${CACHE_PREFIX}offline-`;

interface Dependencies extends OfflineFiles {
  caches: CacheStorage;
  fetch: typeof fetch;
}

/** Manages the offline page, in a cache of its release. */
export const createOfflineDocument = ({ caches, fetch, version, document, files }: Dependencies) => {
  const name = OFFLINE_PREFIX + version;
  const get = async (address: string, isExpected: (response: Response) => boolean): Promise<[string, Response]> => {
    const response = await fetch(address, { credentials: 'omit', redirect: 'error' });
    if (response.status !== 200 || !isExpected(response)) throw new Error(`${address} is not of this release`);
    return [address, response];
  };
  return {
    /** Caches the page. @throws Error when a replica of another release responds: the browser installs the worker again later */
    install: async (): Promise<void> => {
      const fetched = await Promise.all([
        get(document, ({ headers }) => headers.get('etag')?.includes(version) ?? false),
        ...files.map((file) => get(file, () => true)),
      ]);
      const cache = await caches.open(name);
      await Promise.all(fetched.map(([address, response]) => cache.put(address, response)));
    },
    /** Removes the documents of former releases. */
    removeFormer: async (): Promise<void> => {
      const formerCaches = (await caches.keys()).filter((cache) => cache.startsWith(OFFLINE_PREFIX) && cache !== name);
      await Promise.all(formerCaches.map((cache) => caches.delete(cache)));
    },
    respond: async (): Promise<Response> => (await (await caches.open(name)).match(document)) ?? Response.error(),
  };
};
