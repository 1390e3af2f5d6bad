import { statfs } from 'node:fs/promises';
import { QUOTA_TEXTS } from 'contracts/quota-texts';
import type { Request } from 'express';
import { AppError } from 'service-kit/errors';

export interface AdmissionLimits {
  /** Maximum number of bodies that this process reads and processes concurrently. */
  maxInFlight: number;
  /** Maximum number of these per uploader. */
  maxInFlightOfUploader: number;
  /** Bytes that uploads must leave free on the volume. */
  diskReserveBytes: number;
}

/** Returns the free bytes that this process's user can write to the volume of a folder. */
export const freeBytesOf = (folder: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Returns the expected size of a request's body: the declared one, else the maximum. */
export const expectedBytes = ({ headers }: Pick<Request, 'headers'>, maxBytes: number): number => {
  if (headers['content-length'] !== undefined) return Math.min(Number(headers['content-length']), maxBytes);
  return headers['transfer-encoding'] === undefined ? 0 : maxBytes;
};

/**
 * Admits the bodies of uploads before they are read: a limited number at a time, and only while the volume has space for all of
 * them.
 */
export const createAdmission = (
  { maxInFlight, maxInFlightOfUploader, diskReserveBytes }: AdmissionLimits,
  freeBytes: () => Promise<number>,
) => {
  /** Bytes of each body in flight, by uploader. */
  const inFlight = new Map<string | null, number[]>();
  /** Bytes of copies besides the bodies. */
  let copiedBytes = 0;
  const bodies = () => [...inFlight.values()].flat();

  /** @throws AppError STORAGE_FULL, UPLOAD_FAILED when the volume cannot be read */
  const requireRoom = async (bytes: number): Promise<void> => {
    const free = await freeBytes().catch((error: unknown) => {
      throw new AppError('UPLOAD_FAILED', { cause: error });
    });
    const expected = bodies().reduce((sum, body) => sum + body, bytes + copiedBytes);
    if (free < diskReserveBytes + expected) throw new AppError('STORAGE_FULL', { retryAfterSeconds: 60 });
  };

  return {
    requireRoom,
    /** Runs work that copies this many bytes to the volume. @throws AppError as `requireRoom` */
    copying: async <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> => {
      copiedBytes += bytes;
      try {
        await requireRoom(0);
        return await work();
      } finally {
        copiedBytes -= bytes;
      }
    },
    /**
     * Runs work on a body of this size.
     * @param uploader id of an affiliate, or null for the administrator
     * @throws AppError TOO_MANY_UPLOADS, UPLOADS_SATURATED, and as `requireRoom`
     */
    admit: async <Result>(uploader: string | null, bytes: number, work: () => Promise<Result>): Promise<Result> => {
      const own = inFlight.get(uploader) ?? [];
      if (own.length >= maxInFlightOfUploader)
        throw new AppError('TOO_MANY_UPLOADS', {
          text: QUOTA_TEXTS.openUploads(maxInFlightOfUploader),
          retryAfterSeconds: 5,
        });
      if (bodies().length >= maxInFlight) throw new AppError('UPLOADS_SATURATED', { retryAfterSeconds: 5 });
      inFlight.set(uploader, own);
      own.push(bytes);
      try {
        await requireRoom(0);
        return await work();
      } finally {
        own.splice(own.indexOf(bytes), 1);
        if (own.length === 0) inFlight.delete(uploader);
      }
    },
  };
};
export type Admission = ReturnType<typeof createAdmission>;
