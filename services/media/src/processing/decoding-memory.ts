import { Semaphore } from 'async-mutex';
import type { Metadata } from 'sharp';
import { UnreadableMedia } from './unreadable-media.ts';

/**
 * Memory of a loader per megapixel in the most expensive form: 16 bits, interlaced, without subsampling (docs/sizing.md#pictures).
 */
const MB_PER_MEGAPIXEL: Partial<Record<string, number>> = { jpeg: 8, png: 13, webp: 5, gif: 7, heif: 25 };
/** Memory for all concurrent decodes of the process: 50 megapixels in every format except AVIF, which is limited to 26. */
const MEMORY_MB = 650;

const memory = new Semaphore(MEMORY_MB);

/**
 * Decodes a picture once enough memory is free; larger pictures wait for each other, in order of their calls.
 * @throws UnreadableMedia when it has too many pixels for its format, and errors of `decode`
 */
export const withDecodingMemory = async <Result>(
  { format, width, height }: Pick<Metadata, 'format' | 'width' | 'height'>,
  decode: () => Promise<Result>,
): Promise<Result> => {
  const neededMb = Math.ceil(((width * height) / 1e6) * (MB_PER_MEGAPIXEL[format] ?? MEMORY_MB));
  if (neededMb > MEMORY_MB) throw new UnreadableMedia('too many pixels');
  return memory.runExclusive(decode, neededMb);
};
