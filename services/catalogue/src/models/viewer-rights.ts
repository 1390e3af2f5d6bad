import { signUrl } from 'service-kit/signed-urls';
import type { UrlSecrets } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import type { AffiliateProjection } from '../projections/affiliate.projection.ts';
import type { EntitlementProjection } from '../projections/entitlement.projection.ts';
import type { ViewRights } from './model-view.ts';

interface Dependencies {
  affiliates: AffiliateProjection;
  entitlements: EntitlementProjection;
  mediaUrlSecrets: UrlSecrets;
  clock: () => number;
}
type Owned = { affiliateId: string | null };

/** Determines what viewers may see of models (docs/domain.md#locked-content). */
export const createViewerRights = ({ affiliates, entitlements, mediaUrlSecrets, clock }: Dependencies) => ({
  /** Returns the rights of this viewer to each of these models. */
  over: async (viewer: Viewer, models: readonly Owned[]): Promise<(model: Owned) => ViewRights> => {
    const own = viewer.role === 'affiliate' ? await affiliates.byId(viewer.id) : null;
    const ownId = own && !own.isSuspended ? own.id : null;
    const isPaid = viewer.role === 'subscriber' && (await entitlements.isEntitled(viewer.id, clock()));
    const isPrivileged = ({ affiliateId }: Owned) =>
      viewer.role === 'administrator' || (affiliateId !== null && affiliateId === ownId);
    const owners = models.filter(isPrivileged).flatMap(({ affiliateId }) => affiliateId ?? []);
    const slugs = await affiliates.slugsOf([...new Set(owners)]);
    const sign = (path: string) => signUrl(mediaUrlSecrets, path, viewerKey(viewer), clock());
    return (model) => ({
      isPrivileged: isPrivileged(model),
      isEntitled: isPaid || isPrivileged(model),
      affiliateSlug: slugs.get(model.affiliateId ?? '') ?? null,
      sign,
    });
  },
});
export type ViewerRights = ReturnType<typeof createViewerRights>;
