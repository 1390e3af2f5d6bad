import { assetIdOfFilename, FILE_TYPES, filenameOf, isVideoKind, maxBytes, originalPath } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import {
  deleteUpload,
  getOriginal,
  getUpload,
  uploadAvatar,
  uploadCoverImage,
  uploadCoverVideo,
  uploadFile,
} from 'contracts/operations/uploads';
import { AppError } from 'service-kit/errors';
import type { CallContext, Mount } from 'service-kit/mount-operation';
import type { Postgres } from 'service-kit/postgres';
import type { Viewer } from 'service-kit/viewer';
import type { AssetRemoval } from '../assets/asset-removal.ts';
import { ORIGINAL } from '../assets/asset.ts';
import type { Asset, StoredAsset } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { FileRepository } from '../assets/file.repository.ts';
import { HLS_RENDITION } from '../assets/hls-names.ts';
import { expectedBytes } from './admission.ts';
import type { Admission } from './admission.ts';
import { originalNameOf } from './original-name.ts';
import type { Quotas } from './quotas.ts';
import { FORM_OVERHEAD_BYTES } from './receive-file.ts';
import type { Receiver } from './receive-file.ts';
import type { UploadRights } from './upload-rights.ts';
import { filePathOf, uploadedView, uploadStateView } from './upload-view.ts';
import type { SignFor } from './upload-view.ts';
import type { UploadService } from './upload.service.ts';

interface Dependencies {
  postgres: Postgres;
  assets: AssetRepository;
  files: FileRepository;
  removal: AssetRemoval;
  fileStore: FileStore;
  receive: Receiver;
  rights: UploadRights;
  quotas: Quotas;
  admission: Admission;
  uploads: UploadService;
  signFor: SignFor;
}

export const uploadRoutes = (
  mount: Mount,
  { postgres, assets, files, removal, fileStore, receive, rights, quotas, admission, uploads, signFor }: Dependencies,
): void => {
  /** Checks rights and limits before the first byte of the file is read. */
  const take = async (
    { viewer, request, response }: CallContext,
    modelSlug: string,
    kind: AssetKind,
    field: string,
  ): Promise<Asset> => {
    const target = await rights.targetOf(viewer, modelSlug);
    const bytes = expectedBytes(request, maxBytes(kind));
    await quotas.precheck(postgres, target, Math.max(0, bytes - FORM_OVERHEAD_BYTES));
    return admission.admit(target.uploaderAffiliateId, bytes, () =>
      receive(request, response, { field, kind }, (file) =>
        uploads.add({ ...target, kind, originalName: originalNameOf(kind, file.name), file }, quotas.enforce),
      ),
    );
  };
  const takePublic = async (context: CallContext, slug: string, kind: AssetKind, field: string) => ({
    filePath: filePathOf(await take(context, slug, kind, field), signFor(context.viewer)),
  });

  mount(uploadAvatar, ({ params }, context) => takePublic(context, params.slug, 'avatar', 'avatar_image'));
  mount(uploadCoverImage, ({ params }, context) => takePublic(context, params.slug, 'cover-image', 'cover_image'));
  mount(uploadCoverVideo, ({ params }, context) => takePublic(context, params.slug, 'cover-video', 'cover_video'));
  mount(uploadFile, async ({ params }, context) => {
    const asset = await take(context, params.modelSlug, FILE_TYPES[params.fileType], 'file');
    return uploadedView(asset, signFor(context.viewer));
  });

  /** @throws AppError FORBIDDEN, FILE_NOT_FOUND */
  const ownAsset = async (viewer: Viewer, modelSlug: string, filename: string): Promise<StoredAsset> => {
    const target = await rights.targetOf(viewer, modelSlug);
    const id = assetIdOfFilename(filename);
    const asset = id === null ? null : await assets.byId(id);
    if (!asset || asset.state === 'deleted' || filenameOf(asset.id, asset.kind) !== filename)
      throw new AppError('FILE_NOT_FOUND');
    rights.requireAsset(viewer, target, asset);
    return asset;
  };

  mount(getUpload, async ({ params }, { viewer }) => {
    const asset = await ownAsset(viewer, params.modelSlug, params.filename);
    const hasHls = isVideoKind(asset.kind) && (await files.ofAsset(postgres, asset.id, HLS_RENDITION)) !== null;
    return uploadStateView(asset, hasHls, signFor(viewer));
  });
  mount(getOriginal, async ({ params }, { viewer }) => {
    const { id } = await ownAsset(viewer, params.modelSlug, params.filename);
    if (!(await files.ofAsset(postgres, id, ORIGINAL))) throw new AppError('FILE_NOT_FOUND');
    return { filePath: signFor(viewer)(originalPath(id)) };
  });
  mount(deleteUpload, async ({ params }, { viewer }) => {
    const { id } = await ownAsset(viewer, params.modelSlug, params.filename);
    const removed = await postgres.transaction((client) => removal.remove(client, [id]));
    if (removed === 0) throw new AppError('FILE_NOT_FOUND');
    await fileStore.sweepSoon();
    return { ok: true as const };
  });
};
