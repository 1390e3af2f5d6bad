import type { EventData } from 'contracts/events';
import type { AssetKind, AssetState } from 'contracts/media';
import type { RenditionName } from 'contracts/renditions';

/** Uploaded file. */
export interface Asset {
  id: string;
  /** Slug under which it was uploaded. */
  modelSlug: string;
  /** Model that owns the asset; null: a draft of its uploader for `modelSlug`. */
  modelId: string | null;
  /** Id of an affiliate, or null for the administrator. */
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  state: AssetState | 'deleted';
  revision: number;
  /** Size of the original. */
  bytes: number;
  /** Original file name; null when unknown, or shown nowhere. */
  originalName: string | null;
  /** Size of the original in pixels, upright; null when it was not stored. */
  originalSize: PixelSize | null;
  /** Reason of a failed processing; else null. */
  failure: string | null;
  /** Result of the processing; null before. */
  result: AssetResult | null;
}

export interface PixelSize {
  width: number;
  height: number;
}

/** Asset as stored. */
export interface StoredAsset extends Asset {
  uploadedAt: Date;
}

/** Result of the processing. */
export type AssetResult = Pick<
  EventData<'asset.processed'>,
  'blurId' | 'durationMs' | 'width' | 'height' | 'placeholder'
>;

/** Returns the data that every event about an asset has. */
export const assetFacts = ({
  id,
  modelSlug,
  modelId,
  uploaderAffiliateId,
  kind,
  bytes,
  originalName,
}: Asset): EventData<'asset.uploaded'> => ({ id, modelSlug, modelId, uploaderAffiliateId, kind, bytes, originalName });

export const ORIGINAL = 'original' satisfies RenditionName;
export const BLURRED = 'blurred' satisfies RenditionName;
