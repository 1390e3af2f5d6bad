import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
};
const COMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;
/** A hash of the content in the name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
/** Whether a path names a file by its content: it never changes, and is one version's alone. */
export const isNamedByContent = (path: string): boolean => HASHED.test(path);
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves a built folder: hashed files for a year, the others revalidated, the precompressed sibling where it is accepted.
 * Asked names are looked up among those that the folder has, never joined into a path.
 * @param lookAgain milliseconds between two looks at the folder for names that it did not have
 */
export const createStaticFiles = (folder: string, { lookAgain = 1_000 } = {}): RequestHandler => {
  let known = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  const look = (): Promise<void> => {
    if (performance.now() - lookedAt >= lookAgain) {
      lookedAt = performance.now();
      looking = readNames();
    }
    return looking;
  };
  const readNames = async () => {
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    known = new Set(entries.map((entry) => `/${entry.split(sep).join('/')}`));
  };

  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = request;
    const type = TYPES[extname(path)];
    if (!type) return next();
    if (!known.has(path)) await look();
    if (!known.has(path)) return next();

    const accepted = String(request.headers['accept-encoding'] ?? '');
    const better = COMPRESSED.find(
      ({ encoding, ending }) =>
        known.has(path + ending) && new RegExp(`\\b${encoding}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(accepted),
    );
    const file = join(folder, path + (better?.ending ?? ''));
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return next();

    const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}${better ? `-${better.encoding}` : ''}"`;
    response.set({
      'cache-control': isNamedByContent(path) ? YEAR : 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      etag,
    });
    if (request.headers['if-none-match']?.includes(etag)) {
      response.status(304).end();
      return;
    }
    response.set({
      'content-type': type,
      'content-length': String(found.size),
      ...(better ? { 'content-encoding': better.encoding } : {}),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(createReadStream(file), response).catch((error: NodeJS.ErrnoException) => {
      // The reader has gone; nothing is left to answer.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  };
};
