import { blurPath, itemPath } from 'contracts/media';
import { AppError } from 'service-kit/errors';
import { signedViewer } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import { z } from 'zod';
import type { AssetRepository } from '../assets/asset.repository.ts';
import { isPublicKind, keys, renditionsOf } from '../assets/asset.ts';
import type { Asset } from '../assets/asset.ts';
import type { EntitlementRepository } from '../projections/entitlement.repository.ts';
import type { ModelRepository } from '../projections/model.repository.ts';

interface DeliveryDeps {
  assets: AssetRepository;
  models: ModelRepository;
  entitlements: EntitlementRepository;
  urlSecret: string;
}

/** What may be delivered, and how long others may keep it. */
export interface Delivery {
  key: string;
  cacheControl: string;
}

const CACHE = {
  /** With its version in the address. */
  forever: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  /** Somebody may lock it in the next minute. */
  minute: 'public, max-age=60',
  /** A refund must take it away at once. */
  never: 'private, no-store',
} as const;

const uuid = z.uuid();

/** Decides on each delivery, each range and each segment anew (design, section 4). */
export const createDeliveryService = ({ assets, models, entitlements, urlSecret }: DeliveryDeps) => {
  /** @throws AppError FILE_NOT_FOUND for whatever is not a finished rendition's own name */
  const find = async (id: string, rendition: string): Promise<Asset> => {
    const asset = uuid.safeParse(id).success ? await assets.find(id) : null;
    if (!asset || asset.state !== 'ready' || !renditionsOf(asset.kind).includes(rendition)) throw new AppError('FILE_NOT_FOUND');
    return asset;
  };

  const isEntitled = async (viewer: Viewer, asset: Asset, owners: readonly string[]): Promise<boolean> => {
    if (viewer.role === 'administrator') return true;
    if (viewer.role === 'affiliate') return owners.includes(viewer.id) || asset.uploaderAffiliateId === viewer.id;
    return viewer.role === 'subscriber' && (await entitlements.isEntitled(viewer.id));
  };

  return {
    picture: async (id: string, rendition: string, isVersioned: boolean): Promise<Delivery> => {
      const { kind } = await find(id, rendition);
      if (!isPublicKind(kind)) throw new AppError('FILE_NOT_FOUND');
      return { key: keys.rendition(id, rendition), cacheControl: isVersioned ? CACHE.forever : CACHE.hour };
    },
    blurred: async (file: string): Promise<Delivery> => {
      const blurId = file.replace(/\.webp$/, '');
      const id = uuid.safeParse(blurId).success && blurPath(blurId).endsWith(`/${file}`) ? await assets.findByBlur(blurId) : null;
      if (!id) throw new AppError('FILE_NOT_FOUND');
      return { key: keys.blur(id), cacheControl: CACHE.forever };
    },
    /**
     * An item: unlocked ones for everybody; locked ones need a signature, the viewer whom it names, and that viewer's right now.
     * @param viewers whoever the request can prove to be: by its token and its view cookies
     * @throws AppError AUTHENTICATION_REQUIRED, FORBIDDEN or FILE_NOT_FOUND
     */
    item: async (id: string, rendition: string, query: Record<string, unknown>, viewers: () => Promise<Viewer[]>): Promise<Delivery> => {
      const asset = await find(id, rendition);
      if (isPublicKind(asset.kind)) throw new AppError('FILE_NOT_FOUND');
      const { isUnlocked, owners } = await models.usesOf(id);
      const key = keys.rendition(id, rendition);
      if (isUnlocked && query.signature === undefined) return { key, cacheControl: CACHE.minute };
      const named = signedViewer(urlSecret, itemPath(id, rendition), query);
      if (!named) {
        if (isUnlocked) return { key, cacheControl: CACHE.minute };
        throw new AppError(query.signature === undefined ? 'AUTHENTICATION_REQUIRED' : 'FORBIDDEN');
      }
      const viewer = (await viewers()).find((candidate) => viewerKey(candidate) === named);
      if (!viewer) throw new AppError('AUTHENTICATION_REQUIRED');
      if (!(await isEntitled(viewer, asset, owners))) throw new AppError('FORBIDDEN');
      return { key, cacheControl: CACHE.never };
    },
  };
};
export type DeliveryService = ReturnType<typeof createDeliveryService>;
