import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';
import type { Model, ModelProjection } from '../projections/model.projection.ts';

/** Destination of an upload, fixed by ids when it starts. */
export interface UploadTarget {
  /** Slug in the call, only an address. */
  modelSlug: string;
  /** null: a draft of its uploader, for a model that is not saved yet. */
  modelId: string | null;
  /** Id of an affiliate, or null for the administrator. */
  uploaderAffiliateId: string | null;
}

/** Returns the uploading affiliate; null for the administrator. */
export const uploaderOf = (viewer: Viewer): string | null => (viewer.role === 'affiliate' ? viewer.id : null);

const mayManage = (viewer: Viewer, model: Model | null): boolean =>
  viewer.role === 'administrator' ||
  (viewer.role === 'affiliate' && (model === null || model.affiliateId === viewer.id));

/**
 * Decides who may upload for a model and manage its files: the administrator and the owning affiliate
 * (docs/domain.md#ownership-of-uploads). Only a model's current slug identifies it.
 */
export const createUploadRights = (models: ModelProjection) => {
  /** @throws AppError FORBIDDEN when the slug belongs to another affiliate's model */
  const targetOf = async (viewer: Viewer, modelSlug: string): Promise<UploadTarget> => {
    const model = await models.bySlug(modelSlug);
    if (!mayManage(viewer, model)) throw new AppError('FORBIDDEN');
    return { modelSlug, modelId: model?.id ?? null, uploaderAffiliateId: uploaderOf(viewer) };
  };

  return {
    targetOf,
    /**
     * Checks that the asset belongs to the target: the same model, or a draft for the same slug.
     * @throws AppError FILE_NOT_FOUND, FORBIDDEN for another uploader's draft
     */
    requireAsset: (viewer: Viewer, target: UploadTarget, asset: Asset): void => {
      if (asset.modelId === null ? asset.modelSlug !== target.modelSlug : asset.modelId !== target.modelId)
        throw new AppError('FILE_NOT_FOUND');
      if (
        asset.modelId === null &&
        viewer.role !== 'administrator' &&
        asset.uploaderAffiliateId !== target.uploaderAffiliateId
      )
        throw new AppError('FORBIDDEN');
    },
    /**
     * Checks that its uploader may continue an upload.
     * @throws AppError FORBIDDEN, FILE_NOT_FOUND when its model is deleted
     */
    requireUploader: async (
      viewer: Viewer,
      { modelSlug, modelId, uploaderAffiliateId }: UploadTarget,
    ): Promise<void> => {
      if (uploaderAffiliateId !== uploaderOf(viewer)) throw new AppError('FORBIDDEN');
      if (modelId === null) await targetOf(viewer, modelSlug);
      else if (!(await models.byId(modelId))) throw new AppError('FILE_NOT_FOUND');
    },
  };
};
export type UploadRights = ReturnType<typeof createUploadRights>;
