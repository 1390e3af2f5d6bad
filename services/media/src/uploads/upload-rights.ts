import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';
import type { ModelRepository } from '../projections/model.repository.ts';

/** The affiliate whose an upload is; null for the administrator. */
export const uploaderOf = (viewer: Viewer): string | null => (viewer.role === 'affiliate' ? viewer.id : null);

/** Who may upload for a slug and delete its files: the administrator, and the affiliate whose model has it (or nobody's yet). */
export const createUploadRights = (models: ModelRepository) => ({
  /**
   * The slugs whose uploads belong to the model of this slug: its own and those that it had.
   * @throws AppError FORBIDDEN
   */
  slugsOf: async (viewer: Viewer, slug: string): Promise<string[]> => {
    const known = await models.withSlug(slug);
    const own = viewer.role === 'affiliate' ? known.filter(({ affiliateId }) => affiliateId === viewer.id) : known;
    const isAllowed = viewer.role === 'administrator' || (viewer.role === 'affiliate' && (known.length === 0 || own.length > 0));
    if (!isAllowed) throw new AppError('FORBIDDEN');
    return [slug, ...own.flatMap(({ previousSlugs }) => previousSlugs)];
  },
  /**
   * An affiliate's model holds its own uploads and the administrator's; before there is a model, only its own are its.
   * @throws AppError FORBIDDEN
   */
  requireAsset: async (viewer: Viewer, slug: string, { uploaderAffiliateId }: Asset): Promise<void> => {
    if (viewer.role === 'administrator' || (viewer.role === 'affiliate' && uploaderAffiliateId === viewer.id)) return;
    const hasModel = (await models.withSlug(slug)).some(({ affiliateId }) => viewer.role === 'affiliate' && affiliateId === viewer.id);
    if (uploaderAffiliateId !== null || !hasModel) throw new AppError('FORBIDDEN');
  },
});
export type UploadRights = ReturnType<typeof createUploadRights>;
