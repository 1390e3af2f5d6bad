import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { assetOfKey } from './cache-keys.ts';
import { lifetimeMsOf, sendEntry } from './cached-response.ts';
import type { CdnFields } from './cdn-fields.ts';
import type { Entry } from './cached-response.ts';

/** Maximum lifetime of an entry that no event invalidates. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Time after expiry or invalidation in which a response is still served when no better one is available (stale-if-error, RFC 5861).
 */
const STALE_AGE_MS = 30_000;
/** Time after an invalidation in which a stale response is served early: changes may take two seconds to show. */
const UNNOTICED_MS = 2_000;
/** Time that a visitor waits for a new response while a stale one exists: within UNNOTICED_MS, and later. */
const PATIENCE_MS = { unnoticed: 100, noticed: 1_000 };
/** The same for an entry that ended on schedule: all pages of an evening expire at once, and concurrent renders are limited. */
const PATIENCE_BY_CLOCK_MS = 0;
/** Memory of an entry that aliases a shared document, without the document. */
const ALIAS_BYTES = 500;

/** A response that is being loaded. */
interface Load {
  entry: Promise<Entry>;
  /** Instant at which an event invalidated the response while it was loading. */
  invalidatedAt?: number;
  /** True when an event deleted the subject of the response while it was loading. */
  isPurged?: true;
  /** Invalidations by surrogate key since the load began: the keys of the response are known only once it arrives. */
  invalidations: { surrogateKeys: ReadonlySet<string>; at: number; isPurge: boolean }[];
}

/** A response that an event or its age has invalidated. */
interface Stale {
  entry: Entry;
  at: number;
}

const patienceWith = ({ entry: { changesAt = Number.POSITIVE_INFINITY }, at }: Stale): number => {
  const now = Date.now();
  if (now >= changesAt && now - changesAt < UNNOTICED_MS) return PATIENCE_BY_CLOCK_MS;
  return now - at < UNNOTICED_MS ? PATIENCE_MS.unnoticed : PATIENCE_MS.noticed;
};

/** Whether an overloaded shell left rendering to the browser: it marks such a page as not cacheable. */
const isUnfinished = ({ status, isCacheable }: Entry): boolean => status === 200 && !isCacheable;

interface ServeOptions {
  load: () => Promise<Entry>;
  /** Lifetime when a minute is too long; such a response is never served stale. */
  cachedForMs?: number | undefined;
}

/**
 * Caches anonymous responses as ready-made buffers until an event invalidates them. Concurrent misses of one key load once; all
 * pages that do not exist share one document.
 */
export const createMicroCache = ({ cdn }: { cdn?: CdnFields | undefined } = {}) => {
  /** Index from assets and surrogate keys to cache keys, so that an event visits only its own entries. */
  const keysBySubject = new Map<string, Set<string>>();
  const shared = new Map<string, Entry>();
  const loads = new Map<string, Load>();
  /** Returns the subjects of an entry: its asset, and the surrogate keys of its response. */
  const subjectsOf = (key: string, entry?: Entry): string[] => [
    ...(assetOfKey(key) === null ? [] : [`asset ${assetOfKey(key)}`]),
    ...(entry?.surrogateKeys ?? []),
  ];
  const index = (key: string, entry?: Entry): void => {
    for (const subject of subjectsOf(key, entry)) {
      const keys = keysBySubject.get(subject);
      if (keys) keys.add(key);
      else keysBySubject.set(subject, new Set([key]));
    }
  };
  /** Removes the subjects of an entry from the index, except those that another entry of the same key has. */
  const unindex = (key: string, entry?: Entry): void => {
    const otherEntries = [entries.peek(key), stale.peek(key)?.entry].filter((other) => other !== undefined);
    const remainingSubjects = new Set(otherEntries.length > 0 || loads.has(key) ? subjectsOf(key) : []);
    for (const other of otherEntries) for (const subject of other.surrogateKeys) remainingSubjects.add(subject);
    for (const subject of subjectsOf(key, entry)) {
      const keys = remainingSubjects.has(subject) ? undefined : keysBySubject.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysBySubject.delete(subject);
    }
  };
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 16,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    allowStale: true,
    disposeAfter: (entry, key) => unindex(key, entry),
  });
  const stale = new LRUCache<string, Stale>({
    maxSize: MAX_BYTES / 4,
    sizeCalculation: ({ entry }) => entry.bytes,
    ttl: STALE_AGE_MS,
    ttlResolution: 0,
    disposeAfter: ({ entry }, key) => unindex(key, entry),
  });

  const fresh = (key: string): Entry | undefined => (entries.getRemainingTTL(key) > 0 ? entries.get(key) : undefined);

  const send = (key: string, entry: Entry, request: IncomingMessage, response: ServerResponse): void =>
    sendEntry(entry, request, response, cdn?.ofEntry(key, entry, fresh(key) === entry));

  /** Moves an expired entry to the stale entries. */
  const expire = (key: string): void => {
    const remainingMs = entries.getRemainingTTL(key);
    const entry = remainingMs <= 0 ? entries.peek(key) : undefined;
    if (!entry) return;
    entries.delete(key);
    if (STALE_AGE_MS + remainingMs > 0)
      stale.set(key, { entry, at: Date.now() + remainingMs }, { ttl: STALE_AGE_MS + remainingMs });
  };

  /** Stores an entry; thousands of addresses that do not exist share one document in memory. */
  const store = (key: string, entry: Entry, ttlMs: number): void => {
    if (entry.sharedAs === undefined) return void entries.set(key, entry, { ttl: ttlMs });
    const cachedEntry = shared.get(entry.sharedAs);
    if (cachedEntry?.etag !== entry.etag) shared.set(entry.sharedAs, entry);
    entries.set(key, shared.get(entry.sharedAs) ?? entry, { ttl: ttlMs, size: ALIAS_BYTES });
  };

  const fill = (key: string, { load, cachedForMs = MAX_AGE_MS }: ServeOptions): Promise<Entry> => {
    const current = loads.get(key);
    if (current && current.invalidatedAt === undefined) return current.entry;
    const pending: Load = { entry: load(), invalidations: [] };
    loads.set(key, pending);
    index(key);
    const finish = (entry?: Entry) => {
      // Invalidations do not reach a load that a newer one has replaced: its content may have been hidden since.
      if (loads.get(key) !== pending) return unindex(key);
      loads.delete(key);
      for (const { surrogateKeys, at, isPurge } of pending.invalidations) {
        if (!entry?.surrogateKeys.some((subject) => surrogateKeys.has(subject))) continue;
        pending.invalidatedAt ??= at;
        if (isPurge) pending.isPurged = true;
      }
      if (!entry?.isCacheable || pending.isPurged) return unindex(key);
      index(key, entry);
      if (pending.invalidatedAt === undefined) {
        store(key, entry, lifetimeMsOf(entry, cachedForMs));
        stale.delete(key);
      } else stale.set(key, { entry, at: pending.invalidatedAt });
    };
    pending.entry.then(finish, () => finish());
    return pending.entry;
  };

  const invalidate = (key: string): void => {
    const entry = fresh(key);
    if (entry) stale.set(key, { entry, at: Date.now() });
    entries.delete(key);
    const load = loads.get(key);
    if (load) load.invalidatedAt ??= Date.now();
  };
  const purge = (key: string): void => {
    entries.delete(key);
    stale.delete(key);
    const load = loads.get(key);
    if (load) Object.assign(load, { invalidatedAt: Date.now(), isPurged: true });
  };
  const endShowing = (surrogateKeys: readonly string[], end: (key: string) => void, isPurge: boolean): void => {
    const invalidation = { surrogateKeys: new Set(surrogateKeys), at: Date.now(), isPurge };
    for (const load of loads.values()) load.invalidations.push(invalidation);
    for (const subject of surrogateKeys) for (const key of [...(keysBySubject.get(subject) ?? [])]) end(key);
  };
  const everyKey = () => new Set([...entries.keys(), ...stale.keys(), ...loads.keys()]);

  return {
    /** Responds from memory; returns false when no fresh entry exists. */
    serveFresh: (key: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = fresh(key);
      if (entry) send(key, entry, request, response);
      return entry !== undefined;
    },
    /**
     * Loads, caches and responds; falls back to a stale response when the new one is late, fails or is unfinished.
     * @throws what `load` throws when there is no stale response
     */
    serve: async (
      key: string,
      options: ServeOptions,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> => {
      if (options.cachedForMs === undefined) expire(key);
      const loading = fill(key, options);
      const before = stale.get(key);
      const best = before
        ? loading.then(
            (entry) => (entry.status >= 500 || isUnfinished(entry) ? before.entry : entry),
            () => before.entry,
          )
        : loading;
      const patienceMs = before ? patienceWith(before) : 0;
      const entry = await (before ? Promise.race([best, pause(patienceMs, before.entry)]) : best);
      if (!response.destroyed) send(key, entry, request, response);
    },
    /** Invalidates entries whose content has changed; responses that are being loaded will not be cached as fresh either. */
    invalidate: (keys: Iterable<string>): void => {
      for (const key of keys) invalidate(key);
    },
    /** Removes entries of deleted or locked content, so that they are not served stale either. */
    purge: (keys: Iterable<string>): void => {
      for (const key of keys) purge(key);
    },
    /** Removes the pictures of these assets in the same way. */
    purgePictures: (assetIds: Iterable<string>): void => {
      for (const id of assetIds) for (const key of [...(keysBySubject.get(`asset ${id}`) ?? [])]) purge(key);
    },
    /** Invalidates the entries with one of these surrogate keys. */
    invalidateShowing: (surrogateKeys: readonly string[]): void => endShowing(surrogateKeys, invalidate, false),
    /** Removes the entries with one of these surrogate keys. */
    purgeShowing: (surrogateKeys: readonly string[]): void => endShowing(surrogateKeys, purge, true),
    /** Number of indexed assets and surrogate keys. */
    shownCount: (): number => keysBySubject.size,
    clear: (): void => {
      for (const key of everyKey()) purge(key);
      shared.clear();
    },
  };
};
export type MicroCache = ReturnType<typeof createMicroCache>;

/** Operations by which events invalidate responses, of this cache or of a CDN. */
export type Invalidations = Pick<
  MicroCache,
  'invalidate' | 'purge' | 'purgePictures' | 'invalidateShowing' | 'purgeShowing' | 'clear'
>;
