import type { RenditionName } from 'contracts/renditions';

/** The variants of HLS: the MP4's own stream, and one that a weak phone on a weak line plays without waiting. */
export type HlsVariant = 'full' | 'small';

/** The multivariant playlist: HLS exists where this file does. */
export const HLS_RENDITION = 'hls.m3u8' satisfies RenditionName;
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
export const variantPlaylist = (variant: HlsVariant): string => `hls-${variant}.m3u8`;
export const variantFile = (variant: HlsVariant): string => `hls-${variant}.mp4`;

const PART = 'hls-(?:full|small)\\.(?:m3u8|mp4)';
const IS_PART = new RegExp(`^${PART}$`);
const PARTS = new RegExp(PART, 'g');
export const isHlsName = (name: string): boolean => name === HLS_RENDITION || IS_PART.test(name);

/** A playlist with what `addressOf` makes of each name in it. */
export const withAddresses = (playlist: string, addressOf: (name: string) => string): string => {
  const addresses = new Map([...new Set(playlist.match(PARTS))].map((name) => [name, addressOf(name)]));
  return playlist.replace(PARTS, (name) => addresses.get(name) ?? name);
};
