import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Affiliate, AffiliateWithHash } from './affiliate.repository.ts';
import type { AffiliateService } from './affiliate.service.ts';

/** Whether the token belongs to this affiliate: a token has id and slug, and loses access when the slug changes. */
export const isItself = (viewer: Viewer, { id, slug }: Pick<Affiliate, 'id' | 'slug'>): boolean =>
  viewer.role === 'affiliate' && viewer.id === id && viewer.slug === slug;

/**
 * Returns the affiliate with this slug, for itself and the administrator only.
 * @throws AppError AFFILIATE_NOT_FOUND, FORBIDDEN, AFFILIATE_SUSPENDED
 */
export const openTo = async (
  affiliateService: Pick<AffiliateService, 'bySlug'>,
  viewer: Viewer,
  slug: string,
): Promise<AffiliateWithHash> => {
  const affiliate = await affiliateService.bySlug(slug);
  if (viewer.role === 'administrator') return affiliate;
  if (!isItself(viewer, affiliate)) throw new AppError('FORBIDDEN');
  if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
  return affiliate;
};
