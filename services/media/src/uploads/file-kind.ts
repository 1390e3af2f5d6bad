import { isVideoKind } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { fileTypeFromFile } from 'file-type';

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);
const FILMS = new Set(['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska', 'video/x-matroska', 'video/x-m4v']);

/** Whether a file's first bytes are of a type that this kind of asset takes, whatever its name or declared type says. */
export const isAcceptable = async (file: string, kind: AssetKind): Promise<boolean> => {
  const type = await fileTypeFromFile(file);
  return type !== undefined && (isVideoKind(kind) ? FILMS : IMAGES).has(type.mime);
};
