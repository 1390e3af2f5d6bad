import type { RenditionName } from 'contracts/renditions';

/** HLS variants: the stream of the MP4, and a smaller one that a weak phone on a slow connection plays without stalling. */
export type HlsVariant = 'full' | 'small';

/** Multivariant playlist: HLS exists if this file does. */
export const HLS_RENDITION = 'hls.m3u8' satisfies RenditionName;
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
export const variantPlaylist = (variant: HlsVariant): string => `hls-${variant}.m3u8`;
export const variantFile = (variant: HlsVariant): string => `hls-${variant}.mp4`;

const PART = 'hls-(?:full|small)\\.(?:m3u8|mp4)';
const IS_PART = new RegExp(`^${PART}$`);
const PARTS = new RegExp(PART, 'g');
export const isHlsName = (name: string): boolean => name === HLS_RENDITION || IS_PART.test(name);

/** Returns a playlist with each file name replaced by the result of `addressOf`. */
export const withAddresses = (playlist: string, addressOf: (name: string) => string): string => {
  const addresses = new Map([...new Set(playlist.match(PARTS))].map((name) => [name, addressOf(name)]));
  return playlist.replace(PARTS, (name) => addresses.get(name) ?? name);
};
