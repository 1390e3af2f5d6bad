import { endingsOf } from '../processing/media-types.ts';
import type { OriginalDelivery } from './delivery.repository.ts';

/** Characters that file systems reject in names; control characters are never stored (`originalNameOf`). */
const REJECTED = /[<>:"/\\|?*]/g;
/** Leading and trailing characters that hide a file or that systems remove. */
const EDGES = /^[.\s]+|[.\s]+$/g;

/**
 * Returns the file name of a downloaded original: the original name with the extension of its real type, so that a picture uploaded
 * as `photo.exe` is not saved as a program.
 */
export const downloadName = ({ id, originalName, contentType }: OriginalDelivery): string => {
  const endings = endingsOf(contentType);
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([^.]*))?$/s.exec(originalName ?? '') ?? [];
  const isFitting = endings.includes(ending.toLowerCase());
  const name = stem.replace(REJECTED, '-').replace(EDGES, '') || id;
  const usual = isFitting ? ending : endings[0];
  return usual === undefined ? name : `${name}.${usual}`;
};

/** Characters that `encodeURIComponent` leaves unencoded although RFC 8187 requires encoding. */
const UNENCODED = /['()*]/g;
const percentOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the Content-Disposition of an original (RFC 6266): a download, with the asset's id as the ASCII fallback. */
export const downloadDisposition = (original: OriginalDelivery): string => {
  const encoded = encodeURIComponent(downloadName(original)).replace(UNENCODED, percentOf);
  const plain = downloadName({ ...original, originalName: null });
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
