import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { isKey } from 'service-kit/media-key';
import { checksumOf } from './checksum.ts';
import { isMissing, s3ClientConfig } from './s3-client.ts';
import type { ObjectStorage } from './s3-client.ts';
import type { ByteRange, Storage } from './storage.ts';

/** Number of attempts to send a file: the stream cannot be rewound, so a broken connection restarts it. */
const ATTEMPTS = 3;

/**
 * Stores files in a bucket of any S3-compatible store. If browsers can reach the store, it serves files itself.
 * @param localFolder folder for local copies while they are processed
 */
export const createS3Storage = ({ store, localFolder }: { store: ObjectStorage; localFolder: string }): Storage => {
  const client = new S3Client(s3ClientConfig(store));
  const objectOf = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of this storage');
    return { Bucket: store.S3_BUCKET, Key: key };
  };
  const open = async (key: string, range?: ByteRange): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ ...objectOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      );
      if (!(Body instanceof Readable)) throw new Error('the response has no body');
      return Body;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  /** Sends a file in one request, from disk: a multipart upload would buffer its parts in memory. */
  const send = async (key: string, path: string, attempt = 1): Promise<void> => {
    const { size } = await stat(path);
    const ChecksumCRC32 = await checksumOf(path);
    const content = createReadStream(path);
    const put = new PutObjectCommand({ ...objectOf(key), Body: content, ContentLength: size, ChecksumCRC32 });
    try {
      // The client leaves the file open when a request fails, and when the response arrives before the file's end is read.
      await client.send(put).finally(() => content.destroy());
    } catch (error) {
      const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
      const isRejection = status !== undefined && status < 500;
      if (isRejection || attempt === ATTEMPTS) throw error;
      await send(key, path, attempt + 1);
    }
  };
  const storage: Storage = {
    put: async (key, bytes) => void (await client.send(new PutObjectCommand({ ...objectOf(key), Body: bytes }))),
    putFile: async (key, path) => {
      await send(key, path);
      await rm(path);
    },
    open,
    withLocalFile: async (key, work) => {
      const content = await open(key);
      if (!content) throw new Error('the store has no such file');
      const path = join(localFolder, randomUUID());
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(objectOf(key)))),
    keys: async function* (prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: store.S3_BUCKET, Prefix: prefix }))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && isKey(Key)) yield Key;
    },
    ping: async () => void (await client.send(new HeadBucketCommand({ Bucket: store.S3_BUCKET }))),
  };
  if (!store.S3_PUBLIC_ENDPOINT) return storage;

  const publicClient = new S3Client(s3ClientConfig(store, { endpoint: store.S3_PUBLIC_ENDPOINT }));
  return {
    ...storage,
    link: (key, { contentType, disposition, cacheControl, validFrom, validSeconds }) =>
      getSignedUrl(
        publicClient,
        new GetObjectCommand({
          ...objectOf(key),
          ResponseContentType: contentType,
          ResponseCacheControl: cacheControl,
          ResponseContentDisposition: disposition,
        }),
        { signingDate: validFrom, expiresIn: validSeconds },
      ),
  };
};
