import { TOKEN_ROLES } from 'contracts/roles';
import type { Request } from 'express';
import { bearerOf } from 'service-kit/auth';
import type { Verifier } from 'service-kit/auth';
import { readViewCookie } from 'service-kit/cookies';
import { AppError } from 'service-kit/errors';
import { signedViewer } from 'service-kit/signed-urls';
import type { UrlSecrets } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import type { EntitlementProjection } from '../projections/entitlement.projection.ts';
import type { ItemDelivery, OriginalDelivery, PictureDelivery } from './delivery.repository.ts';

interface Dependencies {
  verifier: Verifier;
  entitlements: EntitlementProjection;
  mediaUrlSecrets: UrlSecrets;
  clock: () => number;
}

/** Whether the viewer owns the item; the administrator owns all items. */
const isOwner = (viewer: Viewer, { ownerAffiliateId }: Pick<ItemDelivery, 'ownerAffiliateId'>): boolean =>
  viewer.role === 'administrator' || (viewer.role === 'affiliate' && viewer.id === ownerAffiliateId);

/** Decides who may access a locked rendition or an original, on each request and each range (docs/domain.md#locked-content). */
export const createItemAccess = ({ verifier, entitlements, mediaUrlSecrets, clock }: Dependencies) => {
  /** Returns the viewers of the request's token and view cookies. */
  const viewersOf = async (request: Request): Promise<Viewer[]> => {
    const bearer = bearerOf(request.get('authorization'));
    const cookies = TOKEN_ROLES.flatMap((role) => readViewCookie(request, role) ?? []);
    const presentedTokens = [
      ...(bearer ? [{ token: bearer, use: 'access' as const }] : []),
      ...cookies.map((token) => ({ token, use: 'view' as const })),
    ];
    if (presentedTokens.length === 0) throw new AppError('AUTHENTICATION_REQUIRED');
    const results = await Promise.allSettled(presentedTokens.map(({ token, use }) => verifier.verify(token, use)));
    const viewers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    // An expired token besides valid ones is ignored; without a valid one, the first error is reported.
    const [fault] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (viewers.length === 0) throw fault;
    return viewers;
  };

  /**
   * Returns the signature's viewer if one of the request’s tokens is theirs.
   * @throws AppError AUTHENTICATION_REQUIRED, SESSION_EXPIRED, FORBIDDEN
   */
  const signedFor = async (request: Request, path: string): Promise<Viewer> => {
    const signedViewerKey = signedViewer(mediaUrlSecrets, path, request.query, clock());
    const viewers = await viewersOf(request);
    const viewer = viewers.find((candidate) => signedViewerKey !== null && viewerKey(candidate) === signedViewerKey);
    if (!viewer) throw new AppError('FORBIDDEN');
    return viewer;
  };

  const isEntitled = async (viewer: Viewer, item: ItemDelivery): Promise<boolean> => {
    if (isOwner(viewer, item)) return true;
    // Only the owner may access an item that its model does not show.
    return viewer.role === 'subscriber' && item.isShown && entitlements.isEntitled(viewer.id, clock());
  };

  return {
    /**
     * Requires a token of the administrator or the owner, for a hidden model's picture.
     * @throws AppError AUTHENTICATION_REQUIRED, SESSION_EXPIRED, FORBIDDEN
     */
    requireOwner: async (request: Request, picture: PictureDelivery): Promise<void> => {
      const viewers = await viewersOf(request);
      if (!viewers.some((viewer) => isOwner(viewer, picture))) throw new AppError('FORBIDDEN');
    },
    /**
     * Requires, for an original, a signature for this path and a token of its viewer, who must be the administrator or the current
     * owner.
     * @throws AppError AUTHENTICATION_REQUIRED, SESSION_EXPIRED, FORBIDDEN
     */
    requireSignedOwner: async (request: Request, path: string, original: OriginalDelivery): Promise<void> => {
      if (!isOwner(await signedFor(request, path), original)) throw new AppError('FORBIDDEN');
    },
    /**
     * Requires a signature for this path, a token of its viewer, and that viewer's current entitlement. Returns the viewer.
     * @throws AppError AUTHENTICATION_REQUIRED, SESSION_EXPIRED, FORBIDDEN
     */
    require: async (request: Request, path: string, item: ItemDelivery): Promise<Viewer> => {
      const viewer = await signedFor(request, path);
      if (!(await isEntitled(viewer, item))) throw new AppError('FORBIDDEN');
      return viewer;
    },
  };
};
export type ItemAccess = ReturnType<typeof createItemAccess>;
