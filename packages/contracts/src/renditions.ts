import { ASSET_KINDS, atWidth, isVideoKind } from './media.ts';
import type { AssetKind } from './media.ts';

/**
 * Audience of a rendition. `public`: everyone, through an unguessable address. `entitled`: viewers who may open the asset's item
 * (docs/domain.md#locked-content), or everyone for public kinds (`PUBLIC_KINDS`). `owner`: the owner and the administrator, as a
 * download (docs/domain.md#originals).
 */
export type RenditionAudience = 'public' | 'entitled' | 'owner';

interface RenditionRow {
  kinds: readonly AssetKind[];
  format: 'original' | 'webp' | 'mp4' | 'hls';
  audience: RenditionAudience;
  /** Width of a WebP; a narrower original keeps its width under the same name. */
  widthPx?: number;
  /** Maximum length of a video's longer side; videos are never enlarged. */
  longSidePx?: number;
  shortSidePx?: number;
  /** Minimum duration for this rendition: with five segments or fewer, HLS starts no sooner than the MP4. */
  minDurationMs?: number;
  /**
   * Maximum size of the MP4 for this rendition: both variants must fit on the worker's disk (3 GiB, k8s/base/media-worker.yaml).
   */
  maxSourceBytes?: number;
}

const AVATARS = ['avatar'] as const satisfies readonly AssetKind[];
const PICTURES = ['photo', 'cover-image'] as const satisfies readonly AssetKind[];
const VIDEOS = ASSET_KINDS.filter(isVideoKind);
const LONG_VIDEOS = ['video', 'replay'] as const satisfies readonly AssetKind[];

/**
 * Every file derived from an upload, by name: the last segment of its address, and the name in media's table `files`. Stored files
 * keep their names, so rows are added, never renamed. `npm run renditions` creates an added rendition for earlier uploads.
 */
export const RENDITIONS = {
  original: { kinds: ASSET_KINDS, format: 'original', audience: 'owner' },
  blurred: { kinds: ASSET_KINDS, format: 'webp', audience: 'public', widthPx: 48 },
  '96.webp': { kinds: AVATARS, format: 'webp', audience: 'entitled', widthPx: 96 },
  '192.webp': { kinds: AVATARS, format: 'webp', audience: 'entitled', widthPx: 192 },
  '384.webp': { kinds: AVATARS, format: 'webp', audience: 'entitled', widthPx: 384 },
  '320.webp': { kinds: PICTURES, format: 'webp', audience: 'entitled', widthPx: 320 },
  '640.webp': { kinds: PICTURES, format: 'webp', audience: 'entitled', widthPx: 640 },
  '1280.webp': { kinds: PICTURES, format: 'webp', audience: 'entitled', widthPx: 1280 },
  'poster-320.webp': { kinds: VIDEOS, format: 'webp', audience: 'entitled', widthPx: 320 },
  'poster-640.webp': { kinds: VIDEOS, format: 'webp', audience: 'entitled', widthPx: 640 },
  'poster-1280.webp': { kinds: VIDEOS, format: 'webp', audience: 'entitled', widthPx: 1280 },
  '720.mp4': { kinds: VIDEOS, format: 'mp4', audience: 'entitled', longSidePx: 1280, shortSidePx: 720 },
  /** Multivariant playlist; the playlists and files of its variants are stored beside it. */
  'hls.m3u8': {
    kinds: LONG_VIDEOS,
    format: 'hls',
    audience: 'entitled',
    shortSidePx: 360,
    minDurationMs: 30_000,
    maxSourceBytes: 1024 ** 3,
  },
} as const satisfies Record<string, RenditionRow>;

export type RenditionName = keyof typeof RENDITIONS;
const ROWS = Object.entries(RENDITIONS) as [RenditionName, RenditionRow][];

/** Returns the names of the renditions of a kind, `original` included. */
export const renditionsOf = (kind: AssetKind): RenditionName[] =>
  ROWS.flatMap(([name, { kinds }]) => (kinds.includes(kind) ? [name] : []));

/** Whether clients may fetch this rendition of an asset by name; `original` and `blurred` have their own paths. */
export const isAddressable = (name: string): name is RenditionName =>
  Object.hasOwn(RENDITIONS, name) && RENDITIONS[name as RenditionName].audience === 'entitled';

/** Returns the WebP renditions of a kind that have an address, narrowest first; for a video, those of its poster. */
export const webpRenditionsOf = (kind: AssetKind): { name: RenditionName; widthPx: number }[] =>
  ROWS.flatMap(([name, { kinds, format, audience, widthPx }]) =>
    kinds.includes(kind) && format === 'webp' && audience === 'entitled' && widthPx !== undefined
      ? [{ name, widthPx }]
      : [],
  ).sort((left, right) => left.widthPx - right.widthPx);

/** Returns the available widths of a picture of this kind, for srcset. */
export const widthsOf = (kind: AssetKind): number[] => webpRenditionsOf(kind).map(({ widthPx }) => widthPx);

/** Returns the `srcset` attribute with the other widths of a picture; undefined when the address is not that of a rendition. */
export const srcSetOf = (path: string): string | undefined => {
  const name = /\/([^/?]+)(?:\?|$)/.exec(path)?.[1] ?? '';
  const kind = isAddressable(name) && RENDITIONS[name].format === 'webp' ? RENDITIONS[name].kinds[0] : undefined;
  return (
    kind &&
    widthsOf(kind)
      .map((width) => `${atWidth(path, width)} ${width}w`)
      .join(', ')
  );
};

/** Renditions that `filePath` of an upload or item names. */
export const MAIN_RENDITIONS = {
  avatar: '384.webp',
  'cover-image': '1280.webp',
  'cover-video': '720.mp4',
  photo: '1280.webp',
  video: '720.mp4',
  replay: '720.mp4',
} as const satisfies Record<AssetKind, RenditionName>;

/** Renditions that lists show. */
export const LIST_RENDITIONS = {
  avatar: '384.webp',
  'cover-image': '640.webp',
  'cover-video': 'poster-640.webp',
  photo: '640.webp',
  video: 'poster-640.webp',
  replay: 'poster-640.webp',
} as const satisfies Record<AssetKind, RenditionName>;
