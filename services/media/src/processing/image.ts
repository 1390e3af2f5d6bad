import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Findings } from '../assets/asset.ts';

// One thread a picture and two pictures at once leave a core for everybody else.
sharp.concurrency(1);
sharp.cache(false);

/** Pixels: beyond, a small file may still unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;
const AT_ONCE = 2;
const QUALITY = 78;
const BLUR_WIDTH = 32;

/** A picture that cannot be read, or that is too large to be. */
export class UnreadablePicture extends Error {}

export interface PictureOptions {
  /** Widths of the renditions in pixels; a narrower picture is not enlarged. */
  widths: readonly number[];
  /** Cut to a square around what draws the eye. */
  square?: boolean;
}

export interface ProcessedPicture extends Omit<Findings, 'durationMs'> {
  /** WebP of each width. */
  renditions: Map<number, Buffer>;
  /** A few blurred pixels, as WebP. */
  blur: Buffer;
}

let running = 0;
const waiting: (() => void)[] = [];
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** Everything is encoded anew from the decoded pixels: metadata and location do not survive. */
const process = async (file: string, { widths, square }: PictureOptions): Promise<ProcessedPicture> => {
  const largest = Math.max(...widths);
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(square ? { width: largest, height: largest, fit: 'cover', position: 'attention' } : { width: largest, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });

  const renditions = new Map<number, Buffer>();
  for (const target of widths) renditions.set(target, await pixels().resize({ width: target, withoutEnlargement: true }).webp({ quality: QUALITY, effort: 2 }).toBuffer());
  const blurred = await pixels().resize({ width: BLUR_WIDTH }).blur(2).png().toBuffer();
  const tiny = await pixels().resize({ width: 64, height: 64, fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width,
    height,
    renditions,
    blur: await sharp(blurred).webp({ quality: 50 }).toBuffer(),
    placeholder: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString('base64'),
  };
};

/**
 * Makes the renditions, the blurred picture and the placeholder of a picture.
 * @throws UnreadablePicture
 */
export const processPicture = (file: string, options: PictureOptions): Promise<ProcessedPicture> =>
  inTurn(async () => {
    try {
      return await process(file, options);
    } catch (error) {
      throw new UnreadablePicture('the picture cannot be read', { cause: error });
    }
  });
