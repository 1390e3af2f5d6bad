/** Pictures that are taken, by the type of their bytes. HEIF files are read as far as they hold AV1. */
const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/heif',
]);

/** Videos that are taken, and the only demuxer that may read each: a playlist in disguise finds none. */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
};

export const isPictureType = (contentType: string): boolean => PICTURE_TYPES.has(contentType);
export const demuxerOf = (contentType: string): string | null => DEMUXERS[contentType] ?? null;
