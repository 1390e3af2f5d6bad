import { randomUUID } from 'node:crypto';
import { isVideoKind, pictureRendition, renditionWidths } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { assetFacts, ORIGINAL } from '../assets/asset.ts';
import type { Asset } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { FileKeeper, NewFile } from '../assets/file-keeper.ts';
import { createLane } from '../processing/lane.ts';
import { probe } from '../processing/ffmpeg.ts';
import { demuxerOf, isPictureType } from '../processing/media-types.ts';
import { pictureFiles } from '../processing/picture-files.ts';
import { makePicture } from '../processing/picture.ts';
import { UnreadableMedia } from '../processing/unreadable-media.ts';
import { detectType } from './file-type.ts';
import type { ReceivedFile } from './receive-file.ts';

/** Pictures decoded at the same time: each may take a hundred megabytes. */
const PICTURES_AT_ONCE = 2;
const PROBES_AT_ONCE = 4;

/** What is saved together with the asset. */
type AlsoSave = (client: Queryable, asset: Asset) => Promise<void>;
const nothingElse: AlsoSave = async () => {};

export interface Upload {
  modelSlug: string;
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  file: ReceivedFile;
}

interface UploadDeps {
  postgres: Postgres;
  assets: AssetRepository;
  keeper: FileKeeper;
  logger: Logger;
}

/** Turns received files into assets: pictures are ready at once, videos are left to the worker. */
export const createUploadService = ({ postgres, assets, keeper, logger }: UploadDeps) => {
  const inPictureLane = createLane(PICTURES_AT_ONCE);
  const inProbeLane = createLane(PROBES_AT_ONCE);

  const refuseUnreadable = (error: unknown): never => {
    if (!(error instanceof UnreadableMedia)) throw error;
    logger.warn({ err: error, reason: error.reason }, 'an upload cannot be read');
    throw new AppError('INVALID_FILE_TYPE', { cause: error });
  };

  const originalFile = (contentType: string, { path, bytes }: ReceivedFile): NewFile => ({ name: ORIGINAL, contentType, bytes, content: { path } });

  const newAsset = ({ file, ...facts }: Upload, state: 'ready' | 'processing'): Asset => ({ id: randomUUID(), ...facts, bytes: file.bytes, state, revision: 1, result: null });

  const addPicture = async (upload: Upload, contentType: string, alsoSave: AlsoSave): Promise<Asset> => {
    const picture = await inPictureLane(() => makePicture(upload.file.path, renditionWidths(upload.kind)));
    const kept = await keeper.keep([...pictureFiles(picture, pictureRendition), originalFile(contentType, upload.file)]);
    const { width, height, placeholder } = picture;
    const result = { blurId: randomUUID(), durationMs: null, width, height, placeholder };
    const asset: Asset = { ...newAsset(upload, 'ready'), revision: 2, result };
    await postgres.transaction(async (client) => {
      await assets.insert(client, asset);
      await keeper.attach(client, asset.id, kept);
      await alsoSave(client, asset);
      await saveEvents(client, createEvent('asset.uploaded', assetFacts(asset), 1), createEvent('asset.processed', { ...assetFacts(asset), ...result }, 2));
    });
    return asset;
  };

  const addVideo = async (upload: Upload, contentType: string, demuxer: string, alsoSave: AlsoSave): Promise<Asset> => {
    await inProbeLane(() => probe(upload.file.path, demuxer));
    const kept = await keeper.keep([originalFile(contentType, upload.file)]);
    const asset = newAsset(upload, 'processing');
    await postgres.transaction(async (client) => {
      await assets.insert(client, asset);
      await keeper.attach(client, asset.id, kept);
      await alsoSave(client, asset);
      await saveEvents(client, createEvent('asset.uploaded', assetFacts(asset), asset.revision));
    });
    return asset;
  };

  return {
    /** @throws AppError INVALID_FILE_TYPE when the bytes are not a picture or video of the kind asked */
    add: async (upload: Upload, alsoSave = nothingElse): Promise<Asset> => {
      const contentType = await detectType(upload.file.path);
      const demuxer = contentType && demuxerOf(contentType);
      if (isVideoKind(upload.kind)) {
        if (!contentType || !demuxer) throw new AppError('INVALID_FILE_TYPE');
        return addVideo(upload, contentType, demuxer, alsoSave).catch(refuseUnreadable);
      }
      if (!contentType || !isPictureType(contentType)) throw new AppError('INVALID_FILE_TYPE');
      return addPicture(upload, contentType, alsoSave).catch(refuseUnreadable);
    },
  };
};
export type UploadService = ReturnType<typeof createUploadService>;
