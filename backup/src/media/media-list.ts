import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { isKey } from 'service-kit/media-key';
import { z } from 'zod';
import { writeSealedFile } from '../sealed-file.ts';
import type { Seal } from '../sealed-file.ts';

const line = z.object({ key: z.string().refine(isKey), bytes: z.number().int().min(0), sha256: z.string() });
/** One media file of a backup. */
export type ListedFile = z.infer<typeof line>;

export const writeMediaList = (path: string, files: readonly ListedFile[]): Promise<Seal> =>
  writeSealedFile(path, Readable.from(files.map((file) => `${JSON.stringify(file)}\n`)).pipe(createGzip()));

/** Yields the files that a backup's list names. */
export async function* readMediaList(path: string): AsyncGenerator<ListedFile> {
  for await (const text of createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity }))
    yield line.parse(JSON.parse(text));
}
