import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** A hash of the content in the name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
/** Whether a path names a file by its content: it never changes, and is one version's alone. */
export const isNamedByContent = (path: string): boolean => HASHED.test(path);
const YEAR = 'public, max-age=31536000, immutable';
/** Precompressed siblings are a representation of their file, not a resource of their own. */
const SIBLING = /\.(?:br|gz)$/;

/**
 * Serves a built folder: hashed files for a year, the others revalidated, the precompressed sibling where it is accepted
 * (docs/decisions/0021-static-files.md). Siblings are looked for once, when it is created.
 */
export const createStaticFiles = (folder: string): RequestHandler => {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      redirect: false,
      setHeaders: (response, path) => {
        response.setHeader('cache-control', isNamedByContent(path.replace(SIBLING, '')) ? YEAR : 'no-cache');
        response.setHeader('x-content-type-options', 'nosniff');
      },
    },
  });
  return (request, response, next) => {
    if (SIBLING.test(request.path)) next();
    else serve(request, response, next);
  };
};
