interface MediaType {
  /** File extensions, the usual one first. */
  endings: readonly [string, ...string[]];
  /** The only demuxer allowed for this type, so that a disguised playlist is rejected. */
  demuxer?: string;
}

/** Accepted types of files, detected from their bytes. HEIF files are accepted only with AV1. */
const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ['image/jpeg', { endings: ['jpg', 'jpeg'] }],
  ['image/png', { endings: ['png'] }],
  ['image/apng', { endings: ['png', 'apng'] }],
  ['image/webp', { endings: ['webp'] }],
  ['image/avif', { endings: ['avif'] }],
  ['image/gif', { endings: ['gif'] }],
  ['image/heic', { endings: ['heic'] }],
  ['image/heif', { endings: ['heif', 'heic'] }],
  ['video/mp4', { endings: ['mp4'], demuxer: 'mov' }],
  ['video/x-m4v', { endings: ['m4v', 'mp4'], demuxer: 'mov' }],
  ['video/quicktime', { endings: ['mov'], demuxer: 'mov' }],
  ['video/webm', { endings: ['webm'], demuxer: 'matroska' }],
  ['video/matroska', { endings: ['mkv'], demuxer: 'matroska' }],
]);

export const demuxerOf = (contentType: string): string | null => MEDIA_TYPES.get(contentType)?.demuxer ?? null;
export const isPictureType = (contentType: string): boolean =>
  MEDIA_TYPES.has(contentType) && demuxerOf(contentType) === null;
/** Returns the extensions of a type; none for a rejected type. */
export const endingsOf = (contentType: string): readonly string[] => MEDIA_TYPES.get(contentType)?.endings ?? [];
