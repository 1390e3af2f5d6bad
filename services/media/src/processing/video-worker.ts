import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDED_ITS_WORKER, isVideoKind } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { MAIN_RENDITIONS } from 'contracts/renditions';
import { UnretryableEvent } from 'service-kit/event-dispatch';
import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { assetFacts, ORIGINAL } from '../assets/asset.ts';
import type { Asset } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { FileStore, NewFile } from '../assets/file-store.ts';
import type { FileRepository, StoredFile } from '../assets/file.repository.ts';
import type { Storage } from '../storage/storage.ts';
import { makeHls } from './hls.ts';
import { demuxerOf } from './media-types.ts';
import { pictureFiles } from './picture-files.ts';
import type { TranscodeMeasure } from './transcode-measure.ts';
import { UnreadableMedia } from './unreadable-media.ts';
import { makeVideo } from './video.ts';
import type { Video } from './video.ts';

interface Dependencies {
  postgres: Postgres;
  storage: Storage;
  assets: AssetRepository;
  files: FileRepository;
  fileStore: FileStore;
  logger: Logger;
  /** Folder for temporary files, on the storage's file system. */
  workFolder: string;
  /** Aborts the running job, which restarts when its event is redelivered. */
  signal: AbortSignal;
  measure: TranscodeMeasure;
}

/**
 * Deadline for all renditions of a video: the broker redelivers the event after half an hour, and the files must be stored before.
 */
const MADE_BY_MS = 27 * 60_000;

/**
 * Number of worker crashes while processing a video (killed for its memory, for example) after which the video counts as the cause.
 */
const MAX_BEGUN = 3;

/** Creates the renditions that a video needs before it can be shown. */
export const createVideoWorker = ({
  postgres,
  storage,
  assets,
  files,
  fileStore,
  logger,
  workFolder,
  signal,
  measure,
}: Dependencies) => {
  const originalOf = async ({ id }: Asset): Promise<StoredFile> => {
    const original = await files.ofAsset(postgres, id, ORIGINAL);
    if (!original) throw new Error('an asset in processing has no original');
    return original;
  };

  /** Creates the HLS files; a failure is ignored, since the MP4 plays everywhere. Only the worker's own shutdown aborts. */
  const hlsOf = async ({ id }: Asset, video: Video, folder: string, timeoutMs: number): Promise<NewFile[]> => {
    try {
      return await makeHls({ video, folder, signal, timeoutMs });
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, assetId: id }, 'HLS rendition skipped');
      return [];
    }
  };

  const storeVideo = async (kind: AssetKind, { path, poster }: Video, hls: readonly NewFile[]) =>
    fileStore.store([
      { name: MAIN_RENDITIONS[kind], contentType: 'video/mp4', bytes: (await stat(path)).size, content: { path } },
      ...hls,
      ...pictureFiles(poster),
    ]);

  const finish = async (asset: Asset, video: Video, hls: readonly NewFile[]) => {
    const { width, height, durationMs, poster } = video;
    const stored = await storeVideo(asset.kind, video, hls);
    const result = { blurId: randomUUID(), durationMs, width, height, placeholder: poster.placeholder };
    const isFinished = await postgres.transaction(async (client) => {
      const finished = await assets.finish(client, asset.id, result);
      if (!finished) return false;
      await fileStore.attach(client, asset.id, stored);
      await saveEvents(
        client,
        createEvent(
          'asset.processed',
          { ...assetFacts(finished), ...result, hasHls: hls.length > 0 },
          finished.revision,
        ),
      );
      return true;
    });
    // The asset was deleted meanwhile, or finished by another worker.
    if (!isFinished) await fileStore.discard(stored);
  };

  const giveUp = async (asset: Asset, reason: string, error?: UnreadableMedia) => {
    logger.warn({ err: error, assetId: asset.id, reason }, 'video processing failed');
    await postgres.transaction(async (client) => {
      const failed = await assets.fail(client, asset.id, reason);
      if (failed)
        await saveEvents(client, createEvent('asset.failed', { ...assetFacts(failed), reason }, failed.revision));
    });
  };

  /** Uncounts the attempt after a failure of the worker: the event is redelivered. */
  const clearAttempt = async (asset: Asset) => {
    try {
      await assets.ended(asset.id);
    } catch (error) {
      logger.warn({ err: error, assetId: asset.id }, 'transcode attempt not cleared');
    }
  };

  /** Whether the asset was deleted. Returns false when it cannot be read: the caller rethrows the error that it handles. */
  const isDeleted = async ({ id }: Asset): Promise<boolean> => {
    try {
      const current = await assets.byId(id);
      return current === null || current.state === 'deleted';
    } catch (error) {
      logger.warn({ err: error, assetId: id }, 'state of a failed video not read');
      return false;
    }
  };

  return {
    /**
     * Processes the asset if it is a waiting video; idempotent.
     * @throws UnretryableEvent when workers crashed repeatedly; the asset is then marked as failed
     */
    process: async (assetId: string): Promise<void> => {
      signal.throwIfAborted();
      const asset = await assets.byId(assetId);
      if (asset?.state !== 'processing' || !isVideoKind(asset.kind)) return;
      const original = await originalOf(asset);
      if ((await assets.begin(asset.id)) > MAX_BEGUN) {
        await giveUp(asset, ENDED_ITS_WORKER);
        throw new UnretryableEvent(ENDED_ITS_WORKER);
      }
      const folder = await mkdtemp(join(workFolder, 'video-'));
      const ended = measure();
      const madeBy = performance.now() + MADE_BY_MS;
      try {
        const demuxer = demuxerOf(original.contentType);
        if (demuxer === null) throw new UnreadableMedia('type');
        const video = await storage.withLocalFile(original.key, (path) =>
          makeVideo({ path, demuxer, kind: asset.kind, folder, signal }),
        );
        await finish(asset, video, await hlsOf(asset, video, folder, madeBy - performance.now()));
        ended('done');
      } catch (error) {
        ended(error instanceof UnreadableMedia ? 'unreadable' : 'interrupted');
        if (!(error instanceof UnreadableMedia)) {
          await clearAttempt(asset);
          // The files of a deleted asset are deleted with it, even while ffmpeg reads them.
          if (await isDeleted(asset)) return;
          throw error;
        }
        await giveUp(asset, error.reason, error);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
