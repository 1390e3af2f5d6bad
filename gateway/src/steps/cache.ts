import type { RequestListener } from 'node:http';
import type { Bulkheads } from '../bulkheads.ts';
import { cacheKeyOf } from '../cache-keys.ts';
import { createEntry } from '../cached-response.ts';
import type { UpstreamFetch } from '../fetch-upstream.ts';
import type { MicroCache } from '../micro-cache.ts';
import type { Observation } from '../observation.ts';
import type { Exchange, Step } from '../pipeline.ts';
import { Overloaded } from '../reject.ts';
import { hasBody, isWellFramed } from '../request-framing.ts';
import { isAnonymous, isRead } from '../request-kind.ts';
import { isWellFormedQuery, splitTarget } from '../request-target.ts';

interface CacheOptions {
  cache: MicroCache;
  fetchUpstream: UpstreamFetch;
  /** Separate bulkheads for cache loads: subscribers who fill a row must not block visitors from a cold cache. */
  bulkheads: Bulkheads;
  cacheHit: Observation['cacheHit'];
}

/**
 * Whether every visitor gets the same response of a cached row, whatever else is in the request: only pictures have ranges, and no
 * page depends on a token. Otherwise a client could have each of its requests rendered.
 */
const isShared = ({ request: { headers }, row: { target } }: Exchange): boolean =>
  target === 'shell' || (headers.authorization === undefined && (target !== 'media' || headers.range === undefined));

/** Returns the cache key of an exchange whose response all visitors share; null when the request must reach the service. */
export const sharedKeyOf = (exchange: Exchange): string | null => {
  const { row, path, query } = exchange;
  return row.cached && isShared(exchange) ? (row.rewrite ?? cacheKeyOf(path, query)) : null;
};

/**
 * Serves cache hits synchronously, before an exchange exists. Keys are canonical paths, so another spelling is never a hit. The
 * query is not part of the key here, but `normalise` rejects a malformed one.
 * @returns whether a response was sent
 */
export const createCacheHits =
  ({ cache, cacheHit }: Pick<CacheOptions, 'cache' | 'cacheHit'>) =>
  (...[request, response]: Parameters<RequestListener>): boolean => {
    if (!isRead(request) || !isAnonymous(request) || hasBody(request) || !isWellFramed(request)) return false;
    const { path, query } = splitTarget(request.url ?? '');
    const key = isWellFormedQuery(query) ? cacheKeyOf(path, query) : null;
    if (key === null || !cache.serveFresh(key, request, response)) return false;
    cacheHit(request, response);
    return true;
  };

/** Serves shared responses from memory and loads each once for all concurrent requests; forwards personalised requests. */
export const createCache = ({ cache, fetchUpstream, bulkheads, cacheHit }: CacheOptions): Step => {
  const load = async ({ row, client, request }: Exchange, key: string) => {
    const admission = await bulkheads.enter(row, client.network);
    if (typeof admission === 'string') throw new Overloaded();
    try {
      const { status, headers, body } = await fetchUpstream(row, key, request, client);
      return await createEntry(status, headers, body);
    } finally {
      admission.release();
    }
  };
  return async (exchange, next) => {
    const { row, request, response } = exchange;
    const key = sharedKeyOf(exchange);
    if (key === null) return next();
    // Not found by createCacheHits: a document that several paths share, or a page requested with a token or a range.
    if (cache.serveFresh(key, request, response)) return cacheHit(request, response);
    await cache.serve(key, { load: () => load(exchange, key), cachedForMs: row.cachedForMs }, request, response);
  };
};
