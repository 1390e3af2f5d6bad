import { text } from 'node:stream/consumers';
import { SIGNED_URL_SECONDS } from 'contracts/limits';
import { itemPath } from 'contracts/media';
import type { Request, Response } from 'express';
import { AppError } from 'service-kit/errors';
import { signUrl } from 'service-kit/signed-urls';
import type { UrlSecrets } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import { PLAYLIST_TYPE, withAddresses } from '../assets/hls-names.ts';
import type { Storage } from '../storage/storage.ts';
import type { ItemDelivery } from './delivery.repository.ts';
import type { CacheLifetime } from './links.ts';
import { createFileSender } from './send-file.ts';

interface HlsDelivery {
  id: string;
  item: ItemDelivery;
  /** Viewer of a locked item; null when it is unlocked. */
  viewer: Viewer | null;
  lifetime: CacheLifetime;
}

/**
 * Sends the playlists and files of HLS. File names in a playlist do not inherit its query, so those of a locked item carry
 * signatures for the same viewer. A player reads a playlist once and its files while the video plays: these signatures are valid
 * for as long, and grant nothing without the viewer's token and entitlement (docs/domain.md#locked-content).
 */
export const createHlsSender = ({
  storage,
  mediaUrlSecrets,
  clock,
}: {
  storage: Storage;
  mediaUrlSecrets: UrlSecrets;
  clock: () => number;
}) => {
  // Chromium cannot play HLS with parts from another origin, so the store never serves these files itself.
  const sendFile = createFileSender({ ...storage, link: undefined }, clock);

  return async (request: Request, response: Response, { id, item, viewer, lifetime }: HlsDelivery): Promise<void> => {
    if (item.contentType !== PLAYLIST_TYPE) return sendFile(request, response, item, lifetime);
    const content = await storage.open(item.key);
    if (!content) throw new AppError('FILE_NOT_FOUND');
    const playlist = await text(content);
    const seconds = SIGNED_URL_SECONDS + Math.ceil((item.durationMs ?? 0) / 1000);
    const addressOf = (name: string) =>
      viewer ? signUrl(mediaUrlSecrets, itemPath(id, name), viewerKey(viewer), clock(), seconds) : name;
    response.set({
      'content-type': PLAYLIST_TYPE,
      'cache-control': lifetime.cacheControl,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(withAddresses(playlist, addressOf));
  };
};
export type HlsSender = ReturnType<typeof createHlsSender>;
