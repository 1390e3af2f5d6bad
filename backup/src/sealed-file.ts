import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMissing } from './missing-file.ts';

/** Size and hash by which a file is verified. */
export interface Seal {
  bytes: number;
  sha256: string;
}

/** Creates a pass-through stream that computes the seal of its content. */
export const createMeter = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, seal: (): Seal => ({ bytes, sha256: hash.digest('hex') }) };
};

/** Reads a stream to its end and returns the seal of its content. */
export const sealOf = async (content: Readable): Promise<Seal> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
};

export const sealOfFile = (path: string): Promise<Seal> => sealOf(createReadStream(path));

/** Returns the size of a file, or null when the file does not exist. */
export const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Writes a file atomically and syncs it to disk; only this user can read it. */
export const writeSealedFile = async (path: string, content: Readable): Promise<Seal> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  const meter = createMeter();
  try {
    await pipeline(content, meter.stream, createWriteStream(unfinished, { mode: 0o600 }));
    const file = await open(unfinished, 'r');
    await file.sync().finally(() => file.close());
    await rename(unfinished, path);
    return meter.seal();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};
