import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { isKey } from 'service-kit/media-key';
import type { StoreSettings } from '../config.ts';
import type { MediaStore } from './store.ts';

type Bucket = Extract<StoreSettings, { STORAGE_DRIVER: 's3' }>;

const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((error as { name?: string } | null)?.name ?? '');
const orNull = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

/** Reads media's bucket on any S3-compatible store. */
export const createS3Store = ({
  S3_ENDPOINT,
  S3_REGION,
  S3_BUCKET,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
  S3_FORCE_PATH_STYLE,
}: Bucket): MediaStore => {
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: S3_FORCE_PATH_STYLE,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    // Some S3-compatible stores send no checksums in responses.
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const objectOf = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of this storage');
    return { Bucket: S3_BUCKET, Key: key };
  };
  return {
    open: async (key) => {
      const response = await client.send(new GetObjectCommand(objectOf(key))).catch(orNull);
      if (response && !(response.Body instanceof Readable)) throw new Error('the response has no body');
      return response && (response.Body as Readable);
    },
    size: async (key) => (await client.send(new HeadObjectCommand(objectOf(key))).catch(orNull))?.ContentLength ?? null,
    put: async (key, { path, bytes }) => {
      const content = createReadStream(path);
      const put = new PutObjectCommand({ ...objectOf(key), Body: content, ContentLength: bytes });
      // The client leaves the file open when a request fails, and when the response arrives before the file's end is read.
      await client.send(put).finally(() => content.destroy());
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(objectOf(key)))),
    keys: async function* () {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: S3_BUCKET }))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && isKey(Key)) yield Key;
    },
    close: () => client.destroy(),
  };
};
