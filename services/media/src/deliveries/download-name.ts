import { endingsOf } from '../processing/media-types.ts';
import type { OriginalDelivery } from './delivery.repository.ts';

/** Characters that file systems reject in a name; control characters are not stored (`originalNameOf`). */
const REJECTED = /[<>:"/\\|?*]/g;
/** Names that begin or end with these are hidden, or lose them. */
const EDGES = /^[.\s]+|[.\s]+$/g;

/**
 * The name under which an original is saved: its sender's, with an ending of its real type, so that a picture that was sent as
 * `photo.exe` is none.
 */
export const downloadName = ({ id, originalName, contentType }: OriginalDelivery): string => {
  const endings = endingsOf(contentType);
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([^.]*))?$/s.exec(originalName ?? '') ?? [];
  const isFitting = endings.includes(ending.toLowerCase());
  const name = stem.replace(REJECTED, '-').replace(EDGES, '') || id;
  const usual = isFitting ? ending : endings[0];
  return usual === undefined ? name : `${name}.${usual}`;
};

/** RFC 8187: what `encodeURIComponent` leaves as it is, although no header may have it so. */
const UNENCODED = /['()*]/g;
const percentOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Content-Disposition of an original (RFC 6266): a download, under its asset's id for clients that read no other characters. */
export const downloadDisposition = (original: OriginalDelivery): string => {
  const encoded = encodeURIComponent(downloadName(original)).replace(UNENCODED, percentOf);
  const plain = downloadName({ ...original, originalName: null });
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
