import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a real, unique video of `bytes` bytes: a second of black, padded by a box that players skip. */
export const makeFilm = async (bytes: number): Promise<Buffer<ArrayBuffer>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'film-'));
  const file = path.join(folder, 'film.mp4');
  await promisify(execFile)('ffmpeg', [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=black:s=320x240:d=1',
    '-pix_fmt',
    'yuv420p',
    file,
  ]);
  const clip = await readFile(file);
  await rm(folder, { recursive: true });
  const padding = randomBytes(bytes - clip.length);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([clip, padding]);
};

/** Returns the digests of the stored files of this length. */
export const storedDigests = async (bytes: number): Promise<string[]> => {
  const store = path.join(path.dirname(process.env.E2E_STACK ?? ''), 'media', 'files');
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return Promise.all(
    files.filter((_, index) => sizes[index] === bytes).map(async (file) => sha256(await readFile(file))),
  );
};
