import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from 'service-kit/errors';
import type { Storage } from '../storage/storage.ts';
import { byteRange } from './byte-range.ts';
import type { Delivery } from './delivery.repository.ts';
import { createLinks } from './links.ts';
import type { CacheLifetime } from './links.ts';

/** Returns the ETag of a key, whose file never changes; hashed, because keys are secret. */
const etagOf = (key: string): string => `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag));

/** Names a saved rendition by the last part of its address, which consists of ids and sizes: original file names are not used. */
const dispositionOf = ({ path }: Request): string => `inline; filename="${basename(path)}"`;

/** Sends a file, a range of it, or 304; or redirects to the store. */
export const createFileSender = (storage: Storage, clock: () => number) => {
  const linkOf = storage.link && createLinks(storage.link, clock);
  return async (
    request: Request,
    response: Response,
    { key, contentType, bytes }: Delivery,
    lifetime: CacheLifetime,
    disposition = dispositionOf(request),
  ): Promise<void> => {
    if (linkOf && request.method === 'GET') {
      const { location, cacheControl } = await linkOf({ key, contentType, bytes }, disposition, lifetime);
      response.status(307).set({ location, 'cache-control': cacheControl }).end();
      return;
    }
    const etag = etagOf(key);
    response.set({
      etag,
      'content-disposition': disposition,
      'cache-control': lifetime.cacheControl,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (matches(request.get('if-none-match'), etag)) {
      response.status(304).end();
      return;
    }
    const ifRange = request.get('if-range');
    const isRanged = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
    const range = isRanged ? byteRange(request.get('range'), bytes) : null;
    if (range === 'unsatisfiable') {
      response
        .status(416)
        .set({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' })
        .removeHeader('etag');
      response.end();
      return;
    }
    const headers = {
      'content-type': contentType,
      'content-length': String(range ? range.end - range.start + 1 : bytes),
    };
    if (request.method === 'HEAD') {
      response.set(headers).end();
      return;
    }
    const content = await storage.open(key, range ?? undefined);
    if (!content) throw new AppError('FILE_NOT_FOUND');
    // The client disconnected while the file was opened: `pipeline` would reject the response and leave the file open.
    if (response.closed) return void content.destroy();
    response
      .status(range ? 206 : 200)
      .set({ ...headers, ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` } : {}) });
    await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
      // The client has disconnected, so there is no response to fail.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  };
};
export type FileSender = ReturnType<typeof createFileSender>;

/** Returns the public origin of the request, as set by the gateway. */
const originOf = (request: Request): string =>
  `${request.get('x-forwarded-proto')}://${request.get('x-forwarded-host')}`;

/**
 * Sends public files. At the site's own address behind a CDN, always sends the bytes: signed addresses of the store change hourly,
 * so that the CDN could not store the file (docs/architecture.md#the-road-of-a-picture).
 */
export const createPublicFileSender = (
  storage: Storage,
  { clock, publicUrl }: { clock: () => number; publicUrl: string | undefined },
): FileSender => {
  const send = createFileSender(storage, clock);
  const sendBytes = createFileSender({ ...storage, link: undefined }, clock);
  return (request, ...rest) =>
    publicUrl !== undefined && originOf(request) === publicUrl ? sendBytes(request, ...rest) : send(request, ...rest);
};
