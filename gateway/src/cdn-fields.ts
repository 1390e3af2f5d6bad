import type { IncomingMessage } from 'node:http';
import { surrogateKeyOfAsset } from 'service-kit/surrogate-keys';
import { assetOfKey } from './cache-keys.ts';
import { surrogateKeysOf } from './cached-response.ts';
import type { Entry, SharedCacheFields } from './cached-response.ts';
import { splitTarget } from './request-target.ts';
import type { Target } from './routes.ts';

/** Surrogate key of every response that a CDN stores. */
export const SITE_KEY = 'site';

const isFrontEnd = (target: Target): boolean => target === 'shell' || target.startsWith('mf-');
/**
 * Pictures that media serves without a token. Items are excluded: an item may be locked at any time, and a refund revokes access.
 */
const PUBLIC_PICTURE = /^\/uploads\/(?:public|blur)\//;
const ITEM = /^\/uploads\/items\//;
/** Statuses that a CDN stores. A 404 is one document in the gateway, but would be one entry per address in a CDN. */
const STORED = new Set([200, 301]);
const STORED_FILES = new Set([200, 206, 304]);

export interface CdnFieldsOptions {
  /** Maximum time for which the CDN serves a response without revalidation. */
  maxAgeSeconds: number;
  /** Whether events reach this process. Otherwise it may serve stale responses, which the CDN must not store. */
  isCurrent: () => boolean;
}

/** Returns the seconds for which browsers may reuse a response; 0 when each use is revalidated. */
const maxAgeOf = (cacheControl: string): number => Number(/(?:^|[\s,])max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);

/**
 * Creates the response fields that control a CDN in front of the gateway: `s-maxage` and `Surrogate-Key` on responses that every
 * visitor shares. Every other response is `private`, because Fastly ignores `no-store`
 * (https://www.fastly.com/documentation/guides/full-site-delivery/caching/about-cache-control-headers).
 */
export const createCdnFields = ({ maxAgeSeconds, isCurrent }: CdnFieldsOptions) => {
  const privateFields = (cacheControl: string | undefined): SharedCacheFields => {
    const others = (cacheControl ?? '').split(/,\s*/).filter((part) => !['', 'public', 'private'].includes(part));
    return { cacheControl: ['private', ...others].join(', ') };
  };
  const sharedFields = (
    path: string,
    cacheControl: string,
    { surrogateKeys, changesAt = Number.POSITIVE_INFINITY }: Pick<Entry, 'surrogateKeys' | 'changesAt'>,
  ): SharedCacheFields => {
    const unchangedSeconds = Math.floor((changesAt - Date.now()) / 1000);
    const seconds = Math.min(maxAgeSeconds, maxAgeOf(cacheControl) || maxAgeSeconds, unchangedSeconds);
    if (seconds < 1) return privateFields(cacheControl);
    const asset = assetOfKey(path);
    const keys = [SITE_KEY, path, ...surrogateKeys, ...(asset === null ? [] : [surrogateKeyOfAsset(asset)])];
    return { cacheControl: `${cacheControl}, s-maxage=${seconds}`, surrogateKeys: [...new Set(keys)].join(' ') };
  };
  return {
    /** @param isFresh whether the gateway would serve this entry to the next visitor: no event has invalidated it meanwhile */
    ofEntry: (key: string, entry: Entry, isFresh: boolean): SharedCacheFields => {
      const { status, cacheControl, isCacheable } = entry;
      const isStored = isFresh && isCacheable && STORED.has(status) && !ITEM.test(key) && isCurrent();
      if (!isStored || cacheControl === undefined) return privateFields(cacheControl);
      return sharedFields(splitTarget(key).path, cacheControl, entry);
    },
    /** Returns the fields of a response that is not cached here: built files, films and ranges of them. */
    ofResponse: (target: Target, path: string, { statusCode = 502, headers }: IncomingMessage): SharedCacheFields => {
      const cacheControl = headers['cache-control'];
      const isStored =
        STORED_FILES.has(statusCode) &&
        cacheControl !== undefined &&
        /\bpublic\b/.test(cacheControl) &&
        maxAgeOf(cacheControl) > 0 &&
        headers['set-cookie'] === undefined &&
        (isFrontEnd(target) || PUBLIC_PICTURE.test(path)) &&
        isCurrent();
      if (!isStored) return privateFields(cacheControl);
      return sharedFields(path, cacheControl, { surrogateKeys: surrogateKeysOf(headers) });
    },
  };
};
export type CdnFields = ReturnType<typeof createCdnFields>;
