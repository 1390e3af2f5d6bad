import { randomUUID } from 'node:crypto';
import { assetIdOfFilename, durationText, isVideoKind, pictureRendition, renditionWidths } from 'contracts/media';
import type { AssetKind, UploadState } from 'contracts/media';
import { filenameOf, itemPath, publicPath } from 'contracts/media';
import { AppError } from 'service-kit/errors';
import { saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { signUrl } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import { deletedEvent, processedEvent, uploadedEvent } from '../assets/asset-events.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import { gridRendition, isPublicKind, keys, mainRendition } from '../assets/asset.ts';
import type { Asset } from '../assets/asset.ts';
import { processPicture, UnreadablePicture } from '../processing/image.ts';
import { probeFilm, UnreadableFilm } from '../processing/video.ts';
import type { ModelRepository } from '../projections/model.repository.ts';
import type { Storage } from '../storage/file-storage.ts';
import { isAcceptable } from './file-kind.ts';

interface UploadDeps {
  postgres: Postgres;
  assets: AssetRepository;
  models: ModelRepository;
  storage: Storage;
  urlSecret: string;
}

interface ReceivedFile {
  path: string;
  /** bytes */
  size: number;
}

const affiliateOf = (viewer: Viewer): string | null => (viewer.role === 'affiliate' ? viewer.id : null);

/** The rules of uploads: who may send and delete what, and what becomes of it. */
export const createUploadService = ({ postgres, assets, models, storage, urlSecret }: UploadDeps) => {
  /** @throws AppError FORBIDDEN for an affiliate on a model that is not its own */
  const authorize = async (viewer: Viewer, modelSlug: string): Promise<void> => {
    if (viewer.role === 'administrator') return;
    if (viewer.role !== 'affiliate' || !(await models.mayUpload(viewer.id, modelSlug))) throw new AppError('FORBIDDEN');
  };

  /** Where this viewer finds a rendition: public ones for everybody, items under a signature. */
  const addressOf = ({ id, kind }: Asset, rendition: string, viewer: Viewer): string =>
    isPublicKind(kind) ? publicPath(id, rendition) : signUrl(urlSecret, itemPath(id, rendition), viewerKey(viewer));

  const storePicture = async (asset: Asset, file: ReceivedFile): Promise<Asset> => {
    const { renditions, blur, ...findings } = await processPicture(file.path, { widths: renditionWidths(asset.kind), square: asset.kind === 'avatar' });
    await storage.putFile(keys.original(asset.id), file.path);
    for (const [width, content] of renditions) await storage.put(keys.rendition(asset.id, pictureRendition(width)), content);
    await storage.put(keys.blur(asset.id), blur);
    return { ...asset, ...findings, state: 'ready', revision: 2 };
  };
  const storeFilm = async (asset: Asset, file: ReceivedFile): Promise<Asset> => {
    const facts = await probeFilm(file.path);
    await storage.putFile(keys.original(asset.id), file.path);
    return { ...asset, ...facts };
  };

  /** An asset of the model that this viewer may touch. @throws AppError FORBIDDEN or FILE_NOT_FOUND */
  const own = async (viewer: Viewer, modelSlug: string, filename: string): Promise<Asset> => {
    await authorize(viewer, modelSlug);
    const id = assetIdOfFilename(filename);
    const asset = id ? await assets.find(id) : null;
    if (!asset || asset.modelSlug !== modelSlug) throw new AppError('FILE_NOT_FOUND');
    if (viewer.role !== 'affiliate' || asset.uploaderAffiliateId === viewer.id) return asset;
    const { owners } = await models.usesOf(asset.id);
    if (!owners.includes(viewer.id)) throw new AppError('FORBIDDEN');
    return asset;
  };

  return {
    authorize,
    /**
     * Takes a received file in: pictures are ready at once, films go to the worker.
     * @throws AppError INVALID_FILE_TYPE for whatever is not what it should be
     */
    takeIn: async (viewer: Viewer, kind: AssetKind, modelSlug: string, file: ReceivedFile): Promise<{ filename: string; filePath: string }> => {
      if (!(await isAcceptable(file.path, kind))) throw new AppError('INVALID_FILE_TYPE');
      const blank: Asset = { id: randomUUID(), kind, modelSlug, uploaderAffiliateId: affiliateOf(viewer), state: 'processing', revision: 1, blurId: randomUUID(), bytes: file.size, width: 0, height: 0, durationMs: null, placeholder: '' };
      try {
        const asset = await (isVideoKind(kind) ? storeFilm(blank, file) : storePicture(blank, file));
        await postgres.transaction(async (client) => {
          await assets.insert(client, asset);
          await saveEvents(client, uploadedEvent(asset), ...(asset.state === 'ready' ? [processedEvent(asset)] : []));
        });
        return { filename: filenameOf(asset.id, kind), filePath: addressOf(asset, mainRendition(kind), viewer) };
      } catch (error) {
        await storage.remove(keys.all(blank.id));
        if (error instanceof UnreadablePicture || error instanceof UnreadableFilm) throw new AppError('INVALID_FILE_TYPE', { cause: error });
        throw error;
      }
    },
    state: async (viewer: Viewer, modelSlug: string, filename: string): Promise<UploadState> => {
      const asset = await own(viewer, modelSlug, filename);
      const { state, kind, durationMs, width, height, placeholder } = asset;
      const ready = state === 'ready';
      return {
        filename,
        state: state === 'deleted' ? 'failed' : state,
        filePath: ready ? addressOf(asset, mainRendition(kind), viewer) : '',
        image: ready ? addressOf(asset, gridRendition(kind), viewer) : null,
        duration: durationMs === null ? null : durationText(durationMs),
        width: ready ? width : null,
        height: ready ? height : null,
        placeholder: ready ? placeholder : null,
      };
    },
    remove: async (viewer: Viewer, modelSlug: string, filename: string): Promise<void> => {
      const asset = await own(viewer, modelSlug, filename);
      await postgres.transaction(async (client) => {
        for (const deleted of await assets.markDeleted(client, [asset.id])) await saveEvents(client, deletedEvent(deleted));
      });
      await storage.remove(keys.all(asset.id));
      await assets.filesRemoved(asset.id);
    },
  };
};
export type UploadService = ReturnType<typeof createUploadService>;
