import type { AssetKind, AssetState } from 'contracts/media';
import { PUBLIC_KINDS } from 'contracts/media';
import type { MediaList, ModelRecord, Picture } from '../models/model-record.ts';

/** Uploaded file as the catalogue knows it. */
export interface Asset {
  id: string;
  /** `deleted` also once the catalogue has released it: media removes it then. */
  state: AssetState | 'deleted';
  /** The slug under which it was uploaded. */
  modelSlug: string;
  /** The model to which it belongs; absent: a draft of its uploader for `modelSlug`. */
  modelId?: string | null;
  /** An affiliate's id, or null for the administrator. */
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  /** Name that its sender gave it, for the owner and the administrator; absent where media never announced it. */
  originalName?: string | null;
  blurId: string;
  durationMs: number | null;
  /** Absent where media never announced it. */
  hasHls?: boolean;
  width: number;
  height: number;
  placeholder: string;
  /** Reason why media has given it up; only with `failed`. */
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

/** Whether the asset is the model's: bound to it, or a draft of its owner for its slug (docs/domain.md#ownership-of-uploads). */
export const belongsTo = (asset: Asset, model: Owned): boolean =>
  asset.modelId === model.id || (isDraftOfOwner(asset, model) && asset.modelSlug === model.slug);

/** Whether the asset is the model's or may yet become it, whatever slug its draft was uploaded for. */
export const mayBelongTo = (asset: Asset, model: Owned): boolean =>
  asset.modelId === model.id || isDraftOfOwner(asset, model);

/** The asset, where it may show at that place of the model: its own, of the right kind, and not deleted. */
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
