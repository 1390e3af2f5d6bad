import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Store } from '@tus/s3-store';
import { RESUMABLE_CHUNK_BYTES, RESUMABLE_HOURS } from 'contracts/media';
import { partsName, TUS_EXTENSIONS } from './parts.ts';
import type { Parts } from './parts.ts';
import { isMissing, s3ClientConfig } from './s3-client.ts';
import type { ObjectStorage } from './s3-client.ts';
import { S3PartStore } from './s3-part-store.ts';

type Cache = NonNullable<ConstructorParameters<typeof S3Store>[0]['cache']>;
/** Disables the cache: another replica may have deleted an entry, and nothing would ever be evicted. */
const NO_CACHE: Cache = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/**
 * Stores resumable uploads in the bucket, as multipart uploads that any replica can continue.
 * @param localFolder folder for complete files while they are processed
 */
export const createS3Parts = ({
  store: settings,
  localFolder,
}: {
  store: ObjectStorage;
  localFolder: string;
}): Parts => {
  const client = new S3Client(s3ClientConfig(settings));
  const Bucket = settings.S3_BUCKET;
  const store = new S3PartStore({
    s3ClientConfig: { ...s3ClientConfig(settings), bucket: Bucket },
    partSize: RESUMABLE_CHUNK_BYTES,
    expirationPeriodInMilliseconds: RESUMABLE_HOURS * 60 * 60_000,
    // Expiry rules would only duplicate the sweeps, and some stores do not support them.
    useTags: false,
    cache: NO_CACHE,
  });
  store.extensions = TUS_EXTENSIONS;

  const abort = (upload: { Key?: string; UploadId?: string }) =>
    client
      .send(new AbortMultipartUploadCommand({ Bucket, Key: upload.Key, UploadId: upload.UploadId }))
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  return {
    store,
    isCopied: true,
    withFile: async (id, work) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: partsName(id) }));
      if (!(Body instanceof Readable)) throw new Error('the response has no body');
      const path = join(localFolder, randomUUID());
      try {
        await pipeline(Body, createWriteStream(path, { mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: async (id) => {
      const name = partsName(id);
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: name }));
      await Promise.all(Uploads.map(abort));
      // The complete object, its metadata, and the remainder of an interrupted part.
      await Promise.all(
        [name, `${name}.info`, `${name}.part`].map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))),
      );
    },
  };
};
