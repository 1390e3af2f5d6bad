import type { Storage } from '../storage/storage.ts';
import type { Delivery } from './delivery.repository.ts';

/** Time for which browsers and proxies may cache a file. */
export interface CacheLifetime {
  cacheControl: string;
  /** Seconds for which requests share one address of the store; 0: each request is checked and gets its own. */
  linkSeconds: number;
}

/** Validity of an address, enough to start loading a picture; a player requests a new one on each seek. */
const PICTURE_SECONDS = 60;
const VIDEO_SECONDS = 5 * 60;

/**
 * Creates addresses of the store for viewers with access. All requests within the same `linkSeconds` get the same address, so that
 * browsers can cache the file.
 * @param clock returns the time in milliseconds
 */
export const createLinks =
  (link: NonNullable<Storage['link']>, clock: () => number) =>
  async (
    { key, contentType }: Delivery,
    disposition: string,
    { cacheControl, linkSeconds }: CacheLifetime,
  ): Promise<{ location: string; cacheControl: string }> => {
    const seconds = Math.floor(clock() / 1000);
    const age = linkSeconds === 0 ? 0 : seconds % linkSeconds;
    const validSeconds = contentType.startsWith('video/') ? VIDEO_SECONDS : PICTURE_SECONDS;
    const location = await link(key, {
      contentType,
      disposition,
      cacheControl,
      validFrom: new Date((seconds - age) * 1000),
      validSeconds: linkSeconds + validSeconds,
    });
    return {
      location,
      cacheControl: linkSeconds === 0 ? 'private, no-store' : `private, max-age=${linkSeconds - age}`,
    };
  };
