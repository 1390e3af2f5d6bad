import type { AssetKind, AssetState } from 'contracts/media';
import { PUBLIC_KINDS } from 'contracts/media';
import type { MediaList, ModelRecord, Picture } from '../models/model-record.ts';

/** Uploaded file as announced by media. */
export interface Asset {
  id: string;
  /** `deleted` also after the catalogue has released the asset, which media then deletes. */
  state: AssetState | 'deleted';
  /** Slug under which the asset was uploaded. */
  modelSlug: string;
  /** Model that owns the asset; absent: a draft of its uploader for `modelSlug`. */
  modelId?: string | null;
  /** Id of an affiliate, or null for the administrator. */
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  /** Original file name, for the owner and the administrator; absent when media never announced it. */
  originalName?: string | null;
  blurId: string;
  durationMs: number | null;
  /** Absent when media never announced it. */
  hasHls?: boolean;
  width: number;
  height: number;
  placeholder: string;
  /** Reason for the failure; only with `failed`. */
  failure?: string;
}
export type Assets = ReadonlyMap<string, Asset>;

const KINDS: Record<MediaList | Picture, readonly AssetKind[]> = {
  photo_items: ['photo'],
  video_items: ['video', 'replay'],
  live_replays: ['replay', 'video'],
  avatar_image: ['avatar'],
  cover_image: ['cover-image'],
  cover_video: ['cover-video'],
  social_preview_image: PUBLIC_KINDS,
};

type Owned = Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>;
const isDraftOfOwner = ({ modelId, uploaderAffiliateId }: Asset, { affiliateId }: Owned): boolean =>
  !modelId && uploaderAffiliateId === affiliateId;

/** Whether the model owns the asset: bound to it, or a draft of its owner for its slug (docs/domain.md#ownership-of-uploads). */
export const belongsTo = (asset: Asset, model: Owned): boolean =>
  asset.modelId === model.id || (isDraftOfOwner(asset, model) && asset.modelSlug === model.slug);

/** Whether the model owns the asset or may still come to own it, whatever slug the draft was uploaded for. */
export const mayBelongTo = (asset: Asset, model: Owned): boolean =>
  asset.modelId === model.id || isDraftOfOwner(asset, model);

/** Returns the asset if it may appear at that place of the model: owned, of the right kind, and not deleted. */
export const usableAsset = (
  assets: Assets,
  assetId: string | null,
  place: MediaList | Picture,
  model: Owned,
): Asset | null => {
  const asset = assetId === null ? undefined : assets.get(assetId);
  return asset && asset.state !== 'deleted' && KINDS[place].includes(asset.kind) && belongsTo(asset, model)
    ? asset
    : null;
};
