import { ReadStream } from 'node:fs';
import { S3Store } from '@tus/s3-store';
import { Semaphore } from 'async-mutex';
import { checksumOf } from './checksum.ts';

/** Maximum number of parts of one request on the local disk: one that arrives, and one that is sent to the store. */
const PARTS_AT_ONCE = 2;

/** Limits the parts as the library's own semaphore does, which all requests would share. */
const createPartLimit = () => {
  const limit = new Semaphore(PARTS_AT_ONCE);
  return {
    acquire: async () => {
      const [, release] = await limit.acquire();
      return { release: async () => release() };
    },
  };
};

/** Uploads each part with its checksum, and closes its file: the client leaves the file of a failed request open. */
export class S3PartStore extends S3Store {
  protected override async uploadPart(
    ...[metadata, content, number]: Parameters<S3Store['uploadPart']>
  ): Promise<string> {
    if (!(content instanceof ReadStream)) return super.uploadPart(metadata, content, number);
    try {
      const { ETag = '' } = await this.client.uploadPart({
        Bucket: this.bucket,
        Key: metadata.file.id,
        UploadId: metadata['upload-id'],
        PartNumber: number,
        Body: content,
        ChecksumCRC32: await checksumOf(String(content.path)),
      });
      return ETag;
    } finally {
      content.destroy();
    }
  }

  protected override async uploadIncompletePart(
    ...[id, content]: Parameters<S3Store['uploadIncompletePart']>
  ): Promise<string> {
    try {
      return await super.uploadIncompletePart(id, content);
    } finally {
      content.destroy();
    }
  }

  /**
   * Limits the parts of each request by itself: slow clients would otherwise occupy the limit of all, and a request that fails
   * while it waits would reduce that limit for ever.
   */
  protected override uploadParts(...values: Parameters<S3Store['uploadParts']>): Promise<number> {
    const ofRequest = Object.create(this, { partUploadSemaphore: { value: createPartLimit() } }) as S3PartStore;
    return super.uploadParts.apply(ofRequest, values);
  }
}
