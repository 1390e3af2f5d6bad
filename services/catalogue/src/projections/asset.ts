import type { AssetKind, AssetState } from 'contracts/media';
import { PUBLIC_KINDS } from 'contracts/media';
import type { MediaList, ModelRecord, Picture } from '../models/model-record.ts';

/** What the catalogue knows of an uploaded file. */
export interface Asset {
  id: string;
  state: AssetState | 'deleted';
  modelSlug: string;
  /** An affiliate's id, or null for the administrator. */
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  blurId: string;
  durationMs: number | null;
  /** Absent where media never said so. */
  hasHls?: boolean;
  width: number;
  height: number;
  placeholder: string;
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

/**
 * The asset, where it may show at that place of the model: uploaded for it (or for a slug that it had), by its owner
 * or the administrator, of the right kind, and not deleted (design, section 4).
 */
export const usableAsset = (assets: Assets, assetId: string | null, place: MediaList | Picture, model: Pick<ModelRecord, 'slug' | 'previousSlugs' | 'affiliateId'>): Asset | null => {
  const asset = assetId === null ? undefined : assets.get(assetId);
  if (!asset || asset.state === 'deleted' || !KINDS[place].includes(asset.kind)) return null;
  const uploadedForIt = asset.modelSlug === model.slug || model.previousSlugs.includes(asset.modelSlug);
  const uploadedByItsOwn = asset.uploaderAffiliateId === null || asset.uploaderAffiliateId === model.affiliateId;
  return uploadedForIt && uploadedByItsOwn ? asset : null;
};
