import { randomUUID } from 'node:crypto';
import { isVideoKind } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { webpRenditionsOf } from 'contracts/renditions';
import pLimit from 'p-limit';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { assetFacts, ORIGINAL } from '../assets/asset.ts';
import type { Asset, AssetResult, PixelSize } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { FileStore, NewFile } from '../assets/file-store.ts';
import type { StoredFile } from '../assets/file.repository.ts';
import { probe } from '../processing/ffmpeg.ts';
import { demuxerOf, isPictureType } from '../processing/media-types.ts';
import { pictureFiles } from '../processing/picture-files.ts';
import { makePicture } from '../processing/picture.ts';
import { UnreadableMedia } from '../processing/unreadable-media.ts';
import type { Drafts } from './drafts.ts';
import { detectType } from './file-type.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { UploadTarget } from './upload-rights.ts';

/** Number of pictures decoded concurrently: each may take a hundred megabytes. */
const PICTURE_CONCURRENCY = 2;
const PROBE_CONCURRENCY = 4;

/** Additional work within the transaction of the asset. */
type AlsoSave = (client: Queryable, asset: Asset) => Promise<void>;

export interface Upload extends UploadTarget {
  kind: AssetKind;
  originalName: string | null;
  file: Pick<ReceivedFile, 'path' | 'bytes'>;
}

interface Dependencies {
  postgres: Postgres;
  assets: AssetRepository;
  fileStore: FileStore;
  drafts: Drafts;
  logger: Logger;
}

/** Turns received files into assets: pictures are ready immediately, videos after the worker has processed them. */
export const createUploadService = ({ postgres, assets, fileStore, drafts, logger }: Dependencies) => {
  const limitPictures = pLimit(PICTURE_CONCURRENCY);
  const limitProbes = pLimit(PROBE_CONCURRENCY);

  const rejectUnreadable = (error: unknown): never => {
    if (!(error instanceof UnreadableMedia)) throw error;
    logger.warn({ err: error, reason: error.reason }, 'upload unreadable');
    throw new AppError('INVALID_FILE_TYPE', { cause: error });
  };

  const originalFile = (contentType: string, { path, bytes }: Upload['file']): NewFile => ({
    name: ORIGINAL,
    contentType,
    bytes,
    content: { path },
  });

  /** Saves an asset with its files and events; deletes the files of a rejected one. */
  const save = async (
    { file, ...facts }: Upload,
    originalSize: PixelSize,
    result: AssetResult | null,
    stored: readonly StoredFile[],
    alsoSave: AlsoSave,
  ): Promise<Asset> => {
    const initialState = result
      ? ({ state: 'ready', revision: 2 } as const)
      : ({ state: 'processing', revision: 1 } as const);
    try {
      return await postgres.transaction(async (client) => {
        const asset: Asset = {
          ...facts,
          ...initialState,
          id: randomUUID(),
          modelId: await drafts.resolveOwner(client, facts),
          bytes: file.bytes,
          originalSize,
          failure: null,
          result,
        };
        await assets.insert(client, asset);
        await fileStore.attach(client, asset.id, stored);
        await alsoSave(client, asset);
        await saveEvents(
          client,
          createEvent('asset.uploaded', assetFacts(asset), 1),
          ...(result ? [createEvent('asset.processed', { ...assetFacts(asset), ...result }, 2)] : []),
        );
        return asset;
      });
    } catch (error) {
      if (error instanceof AppError) await fileStore.discard(stored);
      throw error;
    }
  };

  const addPicture = async (upload: Upload, contentType: string, alsoSave: AlsoSave): Promise<Asset> => {
    const picture = await limitPictures(() => makePicture(upload.file.path, webpRenditionsOf(upload.kind)));
    const stored = await fileStore.store([...pictureFiles(picture), originalFile(contentType, upload.file)]);
    const { original, width, height, placeholder } = picture;
    const result = { blurId: randomUUID(), durationMs: null, width, height, placeholder };
    return save(upload, original, result, stored, alsoSave);
  };

  const addVideo = async (upload: Upload, contentType: string, demuxer: string, alsoSave: AlsoSave): Promise<Asset> => {
    const { width, height } = await limitProbes(() => probe(upload.file.path, demuxer));
    const stored = await fileStore.store([originalFile(contentType, upload.file)]);
    return save(upload, { width, height }, null, stored, alsoSave);
  };

  return {
    /**
     * @throws AppError INVALID_FILE_TYPE when the bytes are not a picture or video of the requested kind, MODEL_NOT_FOUND and
     *   FORBIDDEN as `drafts.resolveOwner`, and errors of `alsoSave`
     */
    add: async (upload: Upload, alsoSave: AlsoSave): Promise<Asset> => {
      const contentType = await detectType(upload.file.path);
      const demuxer = contentType && demuxerOf(contentType);
      if (isVideoKind(upload.kind)) {
        if (!contentType || !demuxer) throw new AppError('INVALID_FILE_TYPE');
        return addVideo(upload, contentType, demuxer, alsoSave).catch(rejectUnreadable);
      }
      if (!contentType || !isPictureType(contentType)) throw new AppError('INVALID_FILE_TYPE');
      return addPicture(upload, contentType, alsoSave).catch(rejectUnreadable);
    },
  };
};
export type UploadService = ReturnType<typeof createUploadService>;
