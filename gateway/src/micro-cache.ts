import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { assetOfKey } from './cache-keys.ts';
import { lifetimeMsOf, sendEntry } from './cached-response.ts';
import type { CdnFields } from './cdn-fields.ts';
import type { Entry } from './cached-response.ts';

/** The longest that an entry lives when no event invalidates it. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Time after its end in which a response is still served where there is nothing better (stale-if-error, RFC 5861). */
const STALE_AGE_MS = 30_000;
/** Time after its invalidation in which a stale response is served early: changes may take two seconds to show. */
const UNNOTICED_MS = 2_000;
/** How long a visitor waits for a new response while a stale one is at hand: in that time, and after it. */
const PATIENCE_MS = { unnoticed: 100, noticed: 1_000 };
/** The same where the clock has ended it: all pages of an evening end at once, and their renders are limited. */
const PATIENCE_BY_CLOCK_MS = 0;
/** What an entry of a shared document costs besides the document. */
const ALIAS_BYTES = 500;

/** A response that is being loaded. */
interface Load {
  entry: Promise<Entry>;
  /** When an event invalidated it before it came. */
  invalidatedAt?: number;
  /** What it shows has been deleted meanwhile. */
  isPurged?: true;
  /** Surrogate keys that events have named since it began: what it shows is known only when it comes. */
  named: { surrogateKeys: ReadonlySet<string>; at: number; isPurge: boolean }[];
}

/** A response that an event, or its age, has ended. */
interface Stale {
  entry: Entry;
  at: number;
}

const patienceWith = ({ entry: { changesAt = Number.POSITIVE_INFINITY }, at }: Stale): number => {
  const now = Date.now();
  if (now >= changesAt && now - changesAt < UNNOTICED_MS) return PATIENCE_BY_CLOCK_MS;
  return now - at < UNNOTICED_MS ? PATIENCE_MS.unnoticed : PATIENCE_MS.noticed;
};

/** A shell under pressure leaves a page to the browser, and marks it as not cacheable. */
const isUnfinished = ({ status, isCacheable }: Entry): boolean => status === 200 && !isCacheable;

interface ServeOptions {
  load: () => Promise<Entry>;
  /** Lifetime, where a minute is too long; such a response is never served stale. */
  cachedForMs?: number | undefined;
}

/**
 * Caches anonymous responses as ready-made buffers until an event invalidates them. Misses of one key are loaded once; pages
 * that do not exist share one document.
 */
export const createMicroCache = ({ cdn }: { cdn?: CdnFields | undefined } = {}) => {
  /** Keys of each asset's pictures and of each surrogate key, so that an event touches its own entries alone. */
  const keysOfShown = new Map<string, Set<string>>();
  const shared = new Map<string, Entry>();
  const loads = new Map<string, Load>();
  /** What an entry shows: its asset, and what its surrogate keys name. */
  const shownBy = (key: string, entry?: Entry): string[] => [
    ...(assetOfKey(key) === null ? [] : [`asset ${assetOfKey(key)}`]),
    ...(entry?.surrogateKeys ?? []),
  ];
  const index = (key: string, entry?: Entry): void => {
    for (const shown of shownBy(key, entry)) {
      const keys = keysOfShown.get(shown);
      if (keys) keys.add(key);
      else keysOfShown.set(shown, new Set([key]));
    }
  };
  /** An entry has gone; what another entry of its key shows stays. */
  const unindex = (key: string, entry?: Entry): void => {
    const left = [entries.peek(key), stale.peek(key)?.entry].filter((other) => other !== undefined);
    const stillShown = new Set(left.length > 0 || loads.has(key) ? shownBy(key) : []);
    for (const other of left) for (const shown of other.surrogateKeys) stillShown.add(shown);
    for (const shown of shownBy(key, entry)) {
      const keys = stillShown.has(shown) ? undefined : keysOfShown.get(shown);
      keys?.delete(key);
      if (keys?.size === 0) keysOfShown.delete(shown);
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

  /** Moves an entry whose lifetime is over to the stale ones. */
  const expire = (key: string): void => {
    const remainingMs = entries.getRemainingTTL(key);
    const entry = remainingMs <= 0 ? entries.peek(key) : undefined;
    if (!entry) return;
    entries.delete(key);
    if (STALE_AGE_MS + remainingMs > 0)
      stale.set(key, { entry, at: Date.now() + remainingMs }, { ttl: STALE_AGE_MS + remainingMs });
  };

  /** Thousands of addresses that do not exist hold one document in memory. */
  const store = (key: string, entry: Entry, ttl: number): void => {
    if (entry.sharedAs === undefined) return void entries.set(key, entry, { ttl });
    const known = shared.get(entry.sharedAs);
    if (known?.etag !== entry.etag) shared.set(entry.sharedAs, entry);
    entries.set(key, shared.get(entry.sharedAs) ?? entry, { ttl, size: ALIAS_BYTES });
  };

  const fill = (key: string, { load, cachedForMs = MAX_AGE_MS }: ServeOptions): Promise<Entry> => {
    const running = loads.get(key);
    if (running && running.invalidatedAt === undefined) return running.entry;
    const pending: Load = { entry: load(), named: [] };
    loads.set(key, pending);
    index(key);
    const settle = (entry?: Entry) => {
      // Events do not reach a load that another one has replaced: what it shows may have been hidden since.
      if (loads.get(key) !== pending) return unindex(key);
      loads.delete(key);
      for (const { surrogateKeys, at, isPurge } of pending.named) {
        if (!entry?.surrogateKeys.some((shown) => surrogateKeys.has(shown))) continue;
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
    pending.entry.then(settle, () => settle());
    return pending.entry;
  };

  const invalidate = (key: string): void => {
    const entry = fresh(key);
    if (entry) stale.set(key, { entry, at: Date.now() });
    entries.delete(key);
    const running = loads.get(key);
    if (running) running.invalidatedAt ??= Date.now();
  };
  const purge = (key: string): void => {
    entries.delete(key);
    stale.delete(key);
    const running = loads.get(key);
    if (running) Object.assign(running, { invalidatedAt: Date.now(), isPurged: true });
  };
  const endShowing = (surrogateKeys: readonly string[], end: (key: string) => void, isPurge: boolean): void => {
    const named = { surrogateKeys: new Set(surrogateKeys), at: Date.now(), isPurge };
    for (const load of loads.values()) load.named.push(named);
    for (const shown of surrogateKeys) for (const key of [...(keysOfShown.get(shown) ?? [])]) end(key);
  };
  const everyKey = () => new Set([...entries.keys(), ...stale.keys(), ...loads.keys()]);

  return {
    /** Responds from memory; false where there is nothing. */
    serveFresh: (key: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = fresh(key);
      if (entry) send(key, entry, request, response);
      return entry !== undefined;
    },
    /**
     * Loads, caches and responds; with a stale response where the new one is late, fails or is unfinished.
     * @throws what `load` throws where there is no stale response
     */
    serve: async (
      key: string,
      options: ServeOptions,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> => {
      if (options.cachedForMs === undefined) expire(key);
      const loaded = fill(key, options);
      const before = stale.get(key);
      const best = before
        ? loaded.then(
            (entry) => (entry.status >= 500 || isUnfinished(entry) ? before.entry : entry),
            () => before.entry,
          )
        : loaded;
      const patienceMs = before ? patienceWith(before) : 0;
      const entry = await (before ? Promise.race([best, pause(patienceMs, before.entry)]) : best);
      if (!response.destroyed) send(key, entry, request, response);
    },
    /** Invalidates entries whose content has changed; a response that is being loaded is not cached either. */
    invalidate: (keys: Iterable<string>): void => {
      for (const key of keys) invalidate(key);
    },
    /** Removes entries of what has been deleted or locked: they are not served stale either. */
    purge: (keys: Iterable<string>): void => {
      for (const key of keys) purge(key);
    },
    /** The same for the pictures of these assets. */
    purgePictures: (assetIds: Iterable<string>): void => {
      for (const id of assetIds) for (const key of [...(keysOfShown.get(`asset ${id}`) ?? [])]) purge(key);
    },
    /** Invalidates the entries that show what one of these surrogate keys names. */
    invalidateShowing: (surrogateKeys: readonly string[]): void => endShowing(surrogateKeys, invalidate, false),
    /** Removes them. */
    purgeShowing: (surrogateKeys: readonly string[]): void => endShowing(surrogateKeys, purge, true),
    /** Number of assets and surrogate keys with an entry. */
    shownCount: (): number => keysOfShown.size,
    clear: (): void => {
      for (const key of everyKey()) purge(key);
      shared.clear();
    },
  };
};
export type MicroCache = ReturnType<typeof createMicroCache>;

/** How events end what a cache holds: this one, or a CDN's. */
export type Invalidations = Pick<
  MicroCache,
  'invalidate' | 'purge' | 'purgePictures' | 'invalidateShowing' | 'purgeShowing' | 'clear'
>;
