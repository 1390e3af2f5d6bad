import { Semaphore } from 'async-mutex';
import type { Metadata } from 'sharp';
import { UnreadableMedia } from './unreadable-media.ts';

/** Memory that a loader holds for a megapixel in its costliest form: 16 bits, interlaced, without subsampling (docs/sizing.md#pictures). */
const MB_PER_MEGAPIXEL: Partial<Record<string, number>> = { jpeg: 8, png: 13, webp: 5, gif: 7, heif: 25 };
/** Memory of all pictures that the process decodes at a time: 50 megapixels in every format but AVIF, which ends at 26. */
const MEMORY_MB = 650;

const memory = new Semaphore(MEMORY_MB);

/**
 * Decodes a picture once the process has the memory for it; larger ones wait for each other, in the order of their calls.
 * @throws UnreadableMedia when it has too many pixels for its format, and what `decode` throws
 */
export const withDecodingMemory = async <Result>(
  { format, width, height }: Pick<Metadata, 'format' | 'width' | 'height'>,
  decode: () => Promise<Result>,
): Promise<Result> => {
  const neededMb = Math.ceil(((width * height) / 1e6) * (MB_PER_MEGAPIXEL[format] ?? MEMORY_MB));
  if (neededMb > MEMORY_MB) throw new UnreadableMedia('too many pixels');
  return memory.runExclusive(decode, neededMb);
};
