import { signUrl } from 'service-kit/signed-urls';
import type { UrlSecrets } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import type { AffiliateRepository } from '../projections/affiliates.repository.ts';
import type { EntitlementRepository } from '../projections/entitlements.repository.ts';
import type { ViewRights } from './model-view.ts';

interface Dependencies {
  affiliates: AffiliateRepository;
  entitlements: EntitlementRepository;
  mediaUrlSecrets: UrlSecrets;
  now: () => number;
}
type Owned = { affiliateId: string | null };

/** Decides what a viewer may have of models (design, sections 4 and 8). */
export const createViewerRights = ({ affiliates, entitlements, mediaUrlSecrets, now }: Dependencies) => ({
  /** What this viewer may have of each of these models. */
  over: async (viewer: Viewer, models: readonly Owned[]): Promise<(model: Owned) => ViewRights> => {
    const own = viewer.role === 'affiliate' ? await affiliates.byId(viewer.id) : null;
    const ownId = own && !own.isSuspended ? own.id : null;
    const isPaid = viewer.role === 'subscriber' && (await entitlements.isEntitled(viewer.id, now()));
    const isPrivileged = ({ affiliateId }: Owned) =>
      viewer.role === 'administrator' || (affiliateId !== null && affiliateId === ownId);
    const owners = models.filter(isPrivileged).flatMap(({ affiliateId }) => affiliateId ?? []);
    const slugs = await affiliates.slugsOf([...new Set(owners)]);
    const sign = (path: string) => signUrl(mediaUrlSecrets, path, viewerKey(viewer), now());
    return (model) => ({
      isPrivileged: isPrivileged(model),
      isEntitled: isPaid || isPrivileged(model),
      affiliateSlug: slugs.get(model.affiliateId ?? '') ?? null,
      sign,
    });
  },
});
export type ViewerRights = ReturnType<typeof createViewerRights>;
