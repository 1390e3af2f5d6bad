import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from 'contracts/errors';
import { maxBytes } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { StorageEngine } from 'multer';
import { AppError } from 'service-kit/errors';
import { tooLarge } from './too-large.ts';

export interface ReceivedFile {
  path: string;
  bytes: number;
  /** Name in the form: untrusted input. */
  name: string;
}

const SILENCE_TIMEOUT_MS = 60_000;
/** Maximum size of a form besides its file. */
export const FORM_OVERHEAD_BYTES = 64 * 1024;
const FORM_LIMITS = { files: 1, fields: 5, parts: 6, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 } as const;

const interrupted = (cause: unknown) => new AppError('VALIDATION_FAILED', { text: ERRORS.UPLOAD_FAILED.text, cause });

const appErrorOf = (error: unknown, kind: AssetKind): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge(kind);
  // Errors of the system have a code (such as a full disk); errors of the form have none.
  const isSystemFault = !(error instanceof MulterError) && typeof (error as NodeJS.ErrnoException).code === 'string';
  return isSystemFault ? new AppError('UPLOAD_FAILED', { cause: error }) : interrupted(error);
};

/**
 * Streams the file of a form to disk, never into memory. Rejects as soon as possible, while the rest may still be arriving; after a
 * rejection or a disconnect, no file remains on disk.
 */
export const createReceiver = (folder: string) => {
  const receive = (request: Request, response: Response, field: string, kind: AssetKind) =>
    new Promise<ReceivedFile>((resolve, reject) => {
      const limit = maxBytes(kind);
      if (Number(request.headers['content-length'] ?? 0) > limit + FORM_OVERHEAD_BYTES) return reject(tooLarge(kind));
      // multer never calls back when the request was aborted before it started to read.
      if (request.destroyed || response.closed) return reject(interrupted(new Error('the connection was closed')));

      const name = randomUUID();
      const path = join(folder, name);
      const disk = multer.diskStorage({
        destination: (_request, _file, done) => done(null, folder),
        filename: (_request, _file, done) => done(null, name),
      });
      const storage: StorageEngine = {
        _handleFile: (incoming, file, done) => {
          file.stream.once('limit', () => reject(tooLarge(kind)));
          disk._handleFile(incoming, file, done);
        },
        _removeFile: (incoming, file, done) => disk._removeFile(incoming, file, done),
      };
      const read = multer({
        storage,
        // Browsers send names in UTF-8 without declaring it.
        defParamCharset: 'utf8',
        limits: { ...FORM_LIMITS, fileSize: limit },
        fileFilter: (_request, file, done) => {
          if (file.fieldname === field) return done(null, true);
          const noFile = new AppError('NO_FILE');
          reject(noFile);
          done(noFile);
        },
      }).any();

      request.setTimeout(SILENCE_TIMEOUT_MS, () => request.destroy());
      read(request, response, (error: unknown) => {
        request.setTimeout(0);
        const file = Array.isArray(request.files) ? request.files[0] : undefined;
        if (!error && file) return resolve({ path, bytes: file.size, name: file.originalname });
        rm(path, { force: true }).then(() => reject(error ? appErrorOf(error, kind) : new AppError('NO_FILE')), reject);
      });
    });

  /** Passes the file to `work`, then deletes it unless `work` has moved it. */
  return async <Result>(
    request: Request,
    response: Response,
    { field, kind }: { field: string; kind: AssetKind },
    work: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result> => {
    const file = await receive(request, response, field, kind);
    try {
      return await work(file);
    } finally {
      await rm(file.path, { force: true });
    }
  };
};
export type Receiver = ReturnType<typeof createReceiver>;
