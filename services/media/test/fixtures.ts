import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

const run = promisify(execFile);

/** Draws a board of black and white squares: it is not blurred while they are visible. */
export const board = (width: number, height: number, square = 40): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.fill(
        (Math.floor(x / square) + Math.floor(y / square)) % 2 === 0 ? 20 : 235,
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

export const jpeg = (width = 320, height = 200): Promise<Buffer> => board(width, height).jpeg().toBuffer();

/**
 * Creates a photo as of a phone held sideways: stored with the left half red and the right half blue, and an orientation of a
 * quarter turn; with location and owner.
 */
export const telephonePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: 'blue' } }, left: 100, top: 0 }])
    .withExif({ IFD0: { Artist: 'Secret Owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();

interface Film {
  seconds?: number;
  size?: string;
  /** Further arguments of ffmpeg before the output. */
  options?: string[];
  ending?: string;
}

/** Creates a short film with sound by ffmpeg. */
export const film = async ({
  seconds = 1,
  size = '160x90',
  options = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  ending = 'mp4',
}: Film = {}): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'media-film-'));
  try {
    const path = join(folder, `film.${ending}`);
    const sources = [
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${size}:rate=10:duration=${seconds}`,
      '-f',
      'lavfi',
      '-i',
      `sine=duration=${seconds}`,
    ];
    await run('ffmpeg', ['-nostdin', '-v', 'error', ...sources, '-pix_fmt', 'yuv420p', ...options, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Probed {
  format: { duration: string; format_name: string; tags?: Record<string, string> };
  streams: {
    codec_type: string;
    codec_name: string;
    width: number;
    height: number;
    pix_fmt?: string;
    tags?: Record<string, string>;
    side_data_list?: object[];
  }[];
}

/** Returns what ffprobe reports about a file's bytes. */
export const probed = async (bytes: Buffer): Promise<Probed> => {
  const folder = await mkdtemp(join(tmpdir(), 'media-probe-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return JSON.parse(
      (await run('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', path])).stdout,
    ) as Probed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns the boxes of an MP4, in order. */
export const boxes = (mp4: Buffer): string[] => {
  const names: string[] = [];
  for (let at = 0; at + 8 <= mp4.length;) {
    names.push(mp4.toString('latin1', at + 4, at + 8));
    const size = mp4.readUInt32BE(at);
    at += size === 1 ? Number(mp4.readBigUInt64BE(at + 8)) : Math.max(size, 8);
  }
  return names;
};

/** Returns an MP4 box of zeroes, which players skip. */
export const freeBox = (bytes: number): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(bytes, 0);
  header.write('free', 4, 'latin1');
  return header;
};

/** Playlists that refer to another file of the machine, under any name. */
export const playlists = {
  'an HLS playlist': Buffer.from(
    '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1.0,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  ),
  'a list of files': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
};
