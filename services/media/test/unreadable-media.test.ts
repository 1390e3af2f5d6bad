import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webpRenditionsOf } from 'contracts/renditions';
import sharp from 'sharp';
import { probe } from '../src/processing/ffmpeg.ts';
import { isVerdictOnPicture } from '../src/processing/picture-verdict.ts';
import { makePicture } from '../src/processing/picture.ts';
import { UnreadableMedia } from '../src/processing/unreadable-media.ts';
import { makePoster } from '../src/processing/video.ts';
import { film, jpeg } from './fixtures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-unreadable-'));
});
afterAll(() => rm(folder, { recursive: true }));

const stored = async (name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
const pictureOf = (path: string) => makePicture(path, webpRenditionsOf('photo'));

test('processing reports a missing picture, or one that cannot be read, as an error of the platform', async () => {
  await expect(pictureOf(join(folder, 'missing.jpg'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(pictureOf(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

test('processing reports a missing video as an error of the platform', async () => {
  const path = join(folder, 'missing.mp4');
  await expect(probe(path, 'mov')).rejects.not.toBeInstanceOf(UnreadableMedia);
  await expect(
    makePoster({ path, durationMs: 1_000, kind: 'video', folder, signal: AbortSignal.timeout(60_000) }),
  ).rejects.not.toBeInstanceOf(UnreadableMedia);
});

test('processing rejects a video without a frame at its poster’s time', async () => {
  const path = await stored('short.mp4', await film({ seconds: 1 }));
  const poster = makePoster({ path, durationMs: 60_000, kind: 'video', folder, signal: AbortSignal.timeout(60_000) });
  await expect(poster).rejects.toMatchObject({ name: 'UnreadableMedia', reason: 'no-picture' });
});

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'processing rejects a damaged %s as unreadable',
  async (format) => {
    const options = format === 'avif' ? { effort: 0 } : {};
    const bytes = await sharp(await jpeg())
      .toFormat(format, options)
      .toBuffer();
    await expect(pictureOf(await stored(format, bytes.subarray(0, bytes.length >> 1)))).rejects.toMatchObject({
      name: 'UnreadableMedia',
      reason: 'picture',
    });
  },
);

test.each([
  'VipsJpeg: Insufficient memory (case 4)',
  'vips_tracked: out of memory -- size == 140MB',
  'Input buffer has corrupt header: vips_tracked: out of memory -- size == 186MB',
  'source: bad seek to 9388886\nheif: Invalid input: Unspecified: Memory allocation error (2.0)',
  'timeout: 2% complete\nVipsImage: killed for image "temp-24"',
  'unable to create thread',
])('processing finds no fault of the picture in "%s"', (message) => {
  expect(isVerdictOnPicture(new Error(message))).toBe(false);
});
