import type { EventData } from 'contracts/events';
import type { AssetKind, AssetState } from 'contracts/media';
import type { RenditionName } from 'contracts/renditions';

/** Result of one upload. */
export interface Asset {
  id: string;
  /** The slug under which it was uploaded. */
  modelSlug: string;
  /** The model to which it belongs; null: a draft of its uploader for `modelSlug`. */
  modelId: string | null;
  /** An affiliate's id, or null for the administrator. */
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  state: AssetState | 'deleted';
  revision: number;
  /** Size of the original. */
  bytes: number;
  /** Name that its sender gave it; null where that is unknown, or shown nowhere. */
  originalName: string | null;
  /** Pixels of the original, upright; null where they were not stored. */
  originalSize: PixelSize | null;
  /** Reason why processing has given up; null where it has not. */
  failure: string | null;
  /** Result of the processing; null before. */
  result: AssetResult | null;
}

export interface PixelSize {
  width: number;
  height: number;
}

/** An asset as it is stored. */
export interface StoredAsset extends Asset {
  uploadedAt: Date;
}

/** Result of the processing. */
export type AssetResult = Pick<
  EventData<'asset.processed'>,
  'blurId' | 'durationMs' | 'width' | 'height' | 'placeholder'
>;

/** Data of every event about an asset. */
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
