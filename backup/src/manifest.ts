import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { DATABASES } from 'contracts/services';
import { writeSealedFile } from './sealed-file.ts';
import { OperatorError } from './operator-error.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 1;

const count = z.number().int().min(0);
const part = z.object({
  /** Path relative to the backup's folder. */
  file: z
    .string()
    .regex(/^[\w./-]+$/)
    .refine((path) => !path.split('/').includes('..')),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const databasePart = part.extend({
  database: z.enum(DATABASES),
  /** Number of rows of each table. */ rows: z.record(z.string(), count),
});
/** Sort direction or index type of an index key. */
const direction = z.union([z.number(), z.enum(['text', '2d', '2dsphere', 'geoHaystack', 'hashed'])]);
export const mongoIndexes = z.array(z.looseObject({ key: z.record(z.string(), direction), name: z.string() }));
const collectionPart = part.extend({
  collection: z.string(),
  documents: count,
  /** Index definitions as MongoDB lists them. */ indexes: mongoIndexes,
});

const body = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** Everything acknowledged before this time is in the backup. */
  begunAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  versions: z.object({ platform: z.string(), postgres: z.string(), mongodb: z.string() }),
  postgres: z.array(databasePart),
  mongodb: z.array(collectionPart),
  /** List of the media files; the files themselves are in the pool that all backups of a folder share. */
  media: part.extend({
    files: count,
    fileBytes: count,
    /** Keys that were in neither the storage nor the pool. */ missing: z.array(z.string()),
  }),
});
export type ManifestBody = z.infer<typeof body>;
export type DatabasePart = z.infer<typeof databasePart>;
export type CollectionPart = z.infer<typeof collectionPart>;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the manifest, which turns the folder into a valid backup. */
export const writeManifest = async (folder: string, manifest: Omit<ManifestBody, 'format'>): Promise<ManifestBody> => {
  const whole = body.parse({ ...manifest, format: FORMAT });
  await writeSealedFile(
    join(folder, MANIFEST),
    Readable.from([Buffer.from(`${JSON.stringify({ sha256: digestOf(JSON.stringify(whole)), ...whole }, null, 2)}\n`)]),
  );
  return whole;
};

/**
 * Reads a backup's manifest.
 * @throws OperatorError when it is missing or its checksum does not match
 */
export const readManifest = async (folder: string): Promise<ManifestBody> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new OperatorError(`${folder} is no backup: it has no ${MANIFEST}.`);
    throw error;
  });
  const { sha256, ...rest } = parsed(text, folder);
  const manifest = body.safeParse(rest);
  if (!manifest.success || digestOf(JSON.stringify(manifest.data)) !== sha256)
    throw new OperatorError(`${folder}: the manifest is damaged, or of another version of the platform.`);
  return manifest.data;
};

const parsed = (text: string, folder: string): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`${folder}: the manifest is damaged.`);
  }
};
