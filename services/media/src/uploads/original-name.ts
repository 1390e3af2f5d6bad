import type { AssetKind } from 'contracts/media';
import { PUBLIC_KINDS } from 'contracts/media';

const MAX_CHARACTERS = 255;
/** Control characters, marks that turn the direction of text around, and halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A file's name as its owner is shown it (docs/domain.md#original-file-names): without folders and unsafe characters, bounded; null
 * for public pictures, whose names nothing shows, and where nothing is left.
 */
export const originalNameOf = (kind: AssetKind, sent: string | undefined): string | null => {
  if (PUBLIC_KINDS.includes(kind) || sent === undefined) return null;
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replace(UNSAFE, '').normalize('NFC').trim();
  return [...name].slice(0, MAX_CHARACTERS).join('') || null;
};
