import { ReadStream } from 'node:fs';
import { S3Store } from '@tus/s3-store';
import { checksumOf } from './checksum.ts';

/** Uploads each part with its checksum. */
export class S3PartStore extends S3Store {
  protected override async uploadPart(
    ...[metadata, content, number]: Parameters<S3Store['uploadPart']>
  ): Promise<string> {
    if (!(content instanceof ReadStream)) return super.uploadPart(metadata, content, number);
    const { ETag = '' } = await this.client.uploadPart({
      Bucket: this.bucket,
      Key: metadata.file.id,
      UploadId: metadata['upload-id'],
      PartNumber: number,
      Body: content,
      ChecksumCRC32: await checksumOf(String(content.path)),
    });
    return ETag;
  }
}
