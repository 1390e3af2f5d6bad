import type { AssetKind } from 'contracts/media';
import { PUBLIC_KINDS } from 'contracts/media';

const MAX_CHARACTERS = 255;
/** Control characters, direction marks, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a file's name for its owner (docs/domain.md#original-file-names): without folders and unsafe characters, and of limited
 * length; null for public pictures, whose names are never shown, and for an empty name.
 */
export const originalNameOf = (kind: AssetKind, sent: string | undefined): string | null => {
  if (PUBLIC_KINDS.includes(kind) || sent === undefined) return null;
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replace(UNSAFE, '').normalize('NFC').trim();
  return [...name].slice(0, MAX_CHARACTERS).join('') || null;
};
