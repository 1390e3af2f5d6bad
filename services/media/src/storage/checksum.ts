import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** Size of the reusable read buffer. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Returns the CRC-32 of a file in S3's format: four bytes, big-endian, base64. Computed before the upload: the client would compute
 * it while streaming and copy each chunk, with half as much garbage again.
 */
export const checksumOf = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let sum = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      sum = crc32(buffer.subarray(0, bytesRead), sum);
    }
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(sum);
    return bytes.toString('base64');
  } finally {
    await file.close();
  }
};
