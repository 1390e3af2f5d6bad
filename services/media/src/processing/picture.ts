import { readFile } from 'node:fs/promises';
import { RENDITIONS } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import sharp from 'sharp';
import type { OutputInfo, SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { PixelSize } from '../assets/asset.ts';
import { withDecodingMemory } from './decoding-memory.ts';
import { isVerdictOnPicture } from './picture-verdict.ts';
import { UnreadableMedia } from './unreadable-media.ts';

/** Result of processing a picture. */
export interface Picture {
  /** Size of the original in pixels, upright. */
  original: PixelSize;
  /** Width of the widest rendition. */
  width: number;
  height: number;
  /** Renditions as WebP files. */
  renditions: { name: RenditionName; bytes: Uint8Array }[];
  /** WebP file in which nothing is recognisable. */
  blurred: Uint8Array;
  /** thumbhash, base64 */
  placeholder: string;
}

/** Limits pixels: a PNG of 31 KB can contain 256 megapixels; a good camera has 48. */
const INPUT: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error' };
const SECONDS = 60;
/** Maximum ratio of height to width of a rendition: WebP is limited to 16,383 pixels. */
const TALLEST = 4;
const RENDITION = { quality: 78, effort: 2 } as const;
/** Leaves fewer than ten blots across. */
const BLURRED = { width: RENDITIONS.blurred.widthPx, sigma: 6, quality: 60 } as const;
const THUMBHASH_SIDE = 100;

// No cache, since each file is read once; only the loaders of accepted formats are enabled, whatever type a file pretends to be.
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
});

type Pixels = { data: Buffer; info: OutputInfo };
type Decoded = Pixels & { original: PixelSize };
const within = (pixels: Pixels, width: number, height = width * TALLEST) =>
  sharp(pixels.data, {
    raw: { width: pixels.info.width, height: pixels.info.height, channels: pixels.info.channels },
  }).resize({ width, height, fit: 'inside', withoutEnlargement: true });

/** Decodes a picture upright, in sRGB, without metadata, and no wider than requested. */
const decode = async (path: string, width: number): Promise<Decoded> => {
  // Read here: sharp reports an unreadable file as one of an unknown format.
  const bytes = await readFile(path);
  try {
    const picture = sharp(bytes, INPUT);
    const metadata = await picture.metadata();
    const pixels = await withDecodingMemory(metadata, () =>
      picture
        .autoOrient()
        .resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .timeout({ seconds: SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
    return { ...pixels, original: { width: metadata.autoOrient.width, height: metadata.autoOrient.height } };
  } catch (error) {
    throw isVerdictOnPicture(error) ? new UnreadableMedia('picture', { cause: error }) : error;
  }
};

const placeholderOf = async (pixels: Pixels): Promise<string> => {
  const { data, info } = await within(pixels, THUMBHASH_SIDE, THUMBHASH_SIDE)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

/**
 * Creates the renditions of a picture: decodes it once and scales each width from the same pixels, without enlarging.
 * @throws UnreadableMedia when sharp rejects its bytes; any other error is the platform's
 */
export const makePicture = async (
  path: string,
  wanted: readonly { name: RenditionName; widthPx: number }[],
): Promise<Picture> => {
  const pixels = await decode(path, Math.max(...wanted.map(({ widthPx }) => widthPx)));
  const renditions: Picture['renditions'] = [];
  for (const { name, widthPx } of wanted)
    renditions.push({ name, bytes: await within(pixels, widthPx).webp(RENDITION).toBuffer() });
  return {
    original: pixels.original,
    width: pixels.info.width,
    height: pixels.info.height,
    renditions,
    blurred: await within(pixels, BLURRED.width)
      .blur(BLURRED.sigma)
      .webp({ ...RENDITION, quality: BLURRED.quality })
      .toBuffer(),
    placeholder: await placeholderOf(pixels),
  };
};
