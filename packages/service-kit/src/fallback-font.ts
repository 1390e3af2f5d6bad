import { readFileSync } from 'node:fs';

/** DejaVu Sans with Latin, Greek and Cyrillic letters, for texts of a PDF whose own font lacks one (docs/decisions/0082). */
export const FALLBACK_FONT = readFileSync(new URL('../fonts/dejavu-sans.ttf', import.meta.url));

/** Characters that the fallback lacks too, such as emoji. */
const MISSING = /[^\u0020-\u007e\u00a0-\u024f\u0300-\u036f\u0370-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf№™]/gu;

/** Returns the text as the fallback prints it. */
export const printableByFallback = (text: string): string => text.normalize('NFC').replace(MISSING, '?');
