import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import { isVideoKind, maxBytes } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import multer from 'multer';
import { AppError } from 'service-kit/errors';

/** Bytes that the multipart framing may add to a file. */
const FRAMING = 64 * 1024;
/** Milliseconds after which a file that nobody finished is swept. */
const ABANDONED = 6 * 60 * 60_000;

const tooLarge = (kind: AssetKind) => new AppError('FILE_TOO_LARGE', isVideoKind(kind) ? {} : { text: IMAGE_TOO_LARGE_TEXT });

const refusalOf = (error: unknown, kind: AssetKind): unknown => {
  if (!(error instanceof multer.MulterError)) {
    // busboy throws plain errors for a broken multipart body, also for one that ends in the middle.
    const broken = error instanceof Error && /multipart|boundary|unexpected end|aborted|malformed/i.test(error.message);
    return broken ? new AppError('NO_FILE', { cause: error }) : error;
  }
  return error.code === 'LIMIT_FILE_SIZE' ? tooLarge(kind) : new AppError('NO_FILE', { cause: error });
};

/**
 * Streams the one file of a multipart body to the disk of this machine, within its kind's limit.
 * A file that breaks off, is too large or comes under another name leaves nothing behind.
 */
export const createFileReceiver = (folder: string) => {
  const incoming = path.resolve(folder, 'incoming');
  mkdirSync(incoming, { recursive: true });
  const storage = multer.diskStorage({ destination: incoming, filename: (_request, _file, done) => done(null, randomUUID()) });

  return {
    /** Middleware: afterwards `request.file` is there, or the request has been refused. */
    receive: (field: string, kindOf: (request: Request) => AssetKind): RequestHandler => {
      const receivers = new Map<AssetKind, RequestHandler>();
      const receiverOf = (kind: AssetKind) => {
        const known = receivers.get(kind) ?? multer({ storage, limits: { fileSize: maxBytes(kind), files: 1, fields: 5, fieldSize: 1024, parts: 8 } }).single(field);
        receivers.set(kind, known);
        return known;
      };
      return (request: Request, response: Response, next) => {
        const kind = kindOf(request);
        if (!request.is('multipart/form-data')) return next(new AppError('NO_FILE'));
        if (Number(request.headers['content-length'] ?? 0) > maxBytes(kind) + FRAMING) return next(tooLarge(kind));
        receiverOf(kind)(request, response, (error?: unknown) => {
          if (error) next(refusalOf(error, kind));
          else next(request.file ? undefined : new AppError('NO_FILE'));
        });
      };
    },
    /** Runs `work` with the received file and removes it afterwards, whatever happens. */
    withFile: async <Result>(request: Request, work: (file: { path: string; size: number }) => Promise<Result>): Promise<Result> => {
      const { file } = request;
      if (!file) throw new AppError('NO_FILE');
      try {
        return await work({ path: file.path, size: file.size });
      } finally {
        await rm(file.path, { force: true });
      }
    },
    /** Removes what a crash has left behind. */
    sweep: async (): Promise<void> => {
      for (const name of await readdir(incoming)) {
        const file = path.join(incoming, name);
        const { mtimeMs } = await stat(file);
        if (Date.now() - mtimeMs > ABANDONED) await rm(file, { force: true });
      }
    },
  };
};
export type FileReceiver = ReturnType<typeof createFileReceiver>;
