import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Affiliate, AffiliateProjection } from '../projections/affiliate.projection.ts';

/** Checks who may act for an affiliate (docs/domain.md#roles). */
export const createAffiliateAccess = (affiliates: AffiliateProjection) => {
  const requireActive = async (id: string): Promise<Affiliate> => {
    const affiliate = await affiliates.byId(id);
    if (!affiliate) throw new AppError('FORBIDDEN');
    if (affiliate.isSuspended) throw new AppError('AFFILIATE_SUSPENDED');
    return affiliate;
  };
  return {
    /**
     * Returns the affiliate that acts on its own path.
     * @throws AppError FORBIDDEN when the path belongs to another, AFFILIATE_SUSPENDED
     */
    acting: async (viewer: Viewer, slug: string): Promise<Affiliate> => {
      if (viewer.role !== 'affiliate' || viewer.slug !== slug) throw new AppError('FORBIDDEN');
      return requireActive(viewer.id);
    },
    /**
     * Returns the id of the affiliate whose models a list shows.
     * @throws AppError as `acting`, and AFFILIATE_NOT_FOUND for the administrator
     */
    listed: async (viewer: Viewer, slug: string): Promise<string> => {
      if (viewer.role === 'affiliate' && viewer.slug === slug) return (await requireActive(viewer.id)).id;
      if (viewer.role !== 'administrator') throw new AppError('FORBIDDEN');
      const affiliate = await affiliates.bySlug(slug);
      if (!affiliate) throw new AppError('AFFILIATE_NOT_FOUND');
      return affiliate.id;
    },
    /**
     * Returns the owner whose models the viewer may change: an affiliate's id, or null for the administrator, who may change all
     * models.
     * @throws AppError FORBIDDEN, AFFILIATE_SUSPENDED
     */
    ownerOf: async (viewer: Viewer): Promise<string | null> => {
      if (viewer.role === 'administrator') return null;
      if (viewer.role !== 'affiliate') throw new AppError('FORBIDDEN');
      return (await requireActive(viewer.id)).id;
    },
  };
};
export type AffiliateAccess = ReturnType<typeof createAffiliateAccess>;
