import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isVideoKind, posterRendition, renditionWidths, VIDEO_RENDITION } from 'contracts/media';
import type { Listeners } from 'service-kit/bus';
import type { Logger } from 'service-kit/logger';
import { saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { failedEvent, processedEvent } from '../assets/asset-events.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import { keys } from '../assets/asset.ts';
import type { Asset, Findings } from '../assets/asset.ts';
import type { Storage } from '../storage/file-storage.ts';
import { processPicture, UnreadablePicture } from './image.ts';
import { makeFilm, probeFilm, takePoster, UnreadableFilm } from './video.ts';

interface FilmProcessingDeps {
  postgres: Postgres;
  assets: AssetRepository;
  storage: Storage;
  logger: Logger;
  /** Ends the film being made: the process stops, the event comes back. */
  signal: AbortSignal;
}

/** What the worker does with an uploaded film: poster, blurred poster and an MP4 that starts at once. Done again, it gives the same. */
export const createFilmProcessing = ({ postgres, assets, storage, logger, signal }: FilmProcessingDeps) => {
  const make = (asset: Asset, folder: string): Promise<Findings> =>
    storage.local(keys.original(asset.id), async (original) => {
      const { durationMs } = await probeFilm(original);
      const poster = path.join(folder, 'poster.png');
      await takePoster(original, poster, durationMs, signal);
      const { renditions, blur, ...findings } = await processPicture(poster, { widths: renditionWidths(asset.kind) });
      const film = path.join(folder, 'film.mp4');
      await makeFilm(original, film, { cover: asset.kind === 'cover-video', signal });
      for (const [width, content] of renditions) await storage.put(keys.rendition(asset.id, posterRendition(width)), content);
      await storage.put(keys.blur(asset.id), blur);
      await storage.putFile(keys.rendition(asset.id, VIDEO_RENDITION), film);
      return { ...findings, durationMs: (await probeFilm(film)).durationMs };
    });

  const finish = (id: string, outcome: { state: 'ready' | 'failed' } & Partial<Findings>, reason = '') =>
    postgres.transaction(async (client) => {
      const asset = await assets.finish(client, id, outcome);
      if (asset) await saveEvents(client, outcome.state === 'ready' ? processedEvent(asset) : failedEvent(asset, reason));
      return asset !== null;
    });

  const process = async (asset: Asset): Promise<void> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'film-'));
    try {
      const findings = await make(asset, folder);
      // Deleted in the meantime: what was just written goes too.
      if (!(await finish(asset.id, { state: 'ready', ...findings })) && !(await assets.find(asset.id))) await storage.remove(keys.all(asset.id));
    } catch (error) {
      if (!(error instanceof UnreadableFilm || error instanceof UnreadablePicture)) throw error;
      logger.warn({ err: error, assetId: asset.id }, 'a film cannot be made');
      await finish(asset.id, { state: 'failed' }, error.message);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const listeners: Listeners = {
    'asset.uploaded': async ({ data }) => {
      if (!isVideoKind(data.kind)) return;
      const asset = await assets.find(data.id);
      if (asset?.state === 'processing') await process(asset);
    },
  };
  return { listeners };
};
