import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Affiliate, AffiliateProjection } from '../projections/affiliate.projection.ts';

/** Checks who may act for an affiliate (docs/domain.md#roles). */
export const createAffiliateAccess = (affiliates: AffiliateProjection) => {
  /** Returns null for an affiliate so new that its event has not arrived yet: it has no models. */
  const findActive = async (id: string): Promise<Affiliate | null> => {
    const affiliate = await affiliates.byId(id);
    if (affiliate?.isSuspended) throw new AppError('AFFILIATE_SUSPENDED');
    if (!affiliate && (await affiliates.isDeleted(id))) throw new AppError('FORBIDDEN');
    return affiliate;
  };
  return {
    /**
     * Returns the affiliate that acts on its own path.
     * @throws AppError FORBIDDEN when the path belongs to another, AFFILIATE_SUSPENDED, SERVICE_UNAVAILABLE when it is too new
     */
    acting: async (viewer: Viewer, slug: string): Promise<Affiliate> => {
      if (viewer.role !== 'affiliate' || viewer.slug !== slug) throw new AppError('FORBIDDEN');
      const affiliate = await findActive(viewer.id);
      if (!affiliate) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
      return affiliate;
    },
    /**
     * Returns the id of the affiliate whose models a list shows.
     * @throws AppError FORBIDDEN, AFFILIATE_SUSPENDED, and AFFILIATE_NOT_FOUND for the administrator
     */
    listed: async (viewer: Viewer, slug: string): Promise<string> => {
      if (viewer.role === 'affiliate' && viewer.slug === slug) {
        await findActive(viewer.id);
        return viewer.id;
      }
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
      await findActive(viewer.id);
      return viewer.id;
    },
  };
};
export type AffiliateAccess = ReturnType<typeof createAffiliateAccess>;
