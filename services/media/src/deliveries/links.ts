import type { Storage } from '../storage/storage.ts';
import type { Delivery } from './delivery.repository.ts';

/** How long copies may be cached. */
export interface Keeping {
  /** Of the file: its Cache-Control. */
  file: string;
  /** Of the store's address for it, in seconds; 0: each request is checked and gets one of its own. */
  address: number;
}

/** Seconds that an address is good after it was given: time to begin a picture; a player comes back to it with each seek. */
const PICTURE_SECONDS = 60;
const VIDEO_SECONDS = 5 * 60;

/**
 * Addresses of the store for those who have been found to be allowed. All requests of the same `keeping.address` seconds
 * get the same one, so that browsers recognise what they have.
 * @param clock returns milliseconds
 */
export const createLinks =
  (link: NonNullable<Storage['link']>, clock: () => number) =>
  async (
    { key, contentType }: Delivery,
    disposition: string,
    { file, address }: Keeping,
  ): Promise<{ location: string; cacheControl: string }> => {
    const seconds = Math.floor(clock() / 1000);
    const age = address === 0 ? 0 : seconds % address;
    const good = contentType.startsWith('video/') ? VIDEO_SECONDS : PICTURE_SECONDS;
    const location = await link(key, {
      contentType,
      disposition,
      cacheControl: file,
      from: new Date((seconds - age) * 1000),
      seconds: address + good,
    });
    return { location, cacheControl: address === 0 ? 'private, no-store' : `private, max-age=${address - age}` };
  };
