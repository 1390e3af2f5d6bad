import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** A hash of the content in the name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
/** Whether a path names a file by its content: it never changes, and is one version's alone. */
export const isNamedByContent = (path: string): boolean => HASHED.test(path);
/** ETag of every file that is named by its content: there is one version at its address. Weak, since encodings share it (RFC 9110, 8.8.1). */
const ONLY_VERSION = 'W/"1"';
const YEAR = 'public, max-age=31536000, immutable';
/** Scripts, styles and fonts, which are never documents. Workers' scripts have policies of their own (shell/server/offline.ts). */
const PART_OF_PAGE = /\.(?:js|css|woff2)$/;
/** Fields that mean something on a document alone. */
const OF_DOCUMENTS = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy'] as const;
/** Precompressed siblings are a representation of their file, not a resource of their own. */
const SIBLING = /\.(?:br|gz)$/;

/**
 * Serves a built folder: hashed files for a year and without fields that mean nothing on them, the others revalidated, the
 * precompressed sibling where it is accepted (docs/decisions/0021-static-files.md). Siblings are looked for once, when it is created.
 */
export const createStaticFiles = (folder: string): RequestHandler => {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      redirect: false,
      // Built files include no film, and their ETag is enough to revalidate them.
      acceptRanges: false,
      lastModified: false,
      setHeaders: (response, path) => {
        const name = path.replace(SIBLING, '');
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader('cache-control', isNamedByContent(name) ? YEAR : 'no-cache');
        if (!isNamedByContent(name)) return;
        response.setHeader('etag', ONLY_VERSION);
        // Caches and browsers send it again for a year: it is no longer this request's.
        response.removeHeader('x-request-id');
        if (PART_OF_PAGE.test(name)) for (const field of OF_DOCUMENTS) response.removeHeader(field);
      },
    },
  });
  return (request, response, next) => {
    if (SIBLING.test(request.path)) next();
    else serve(request, response, next);
  };
};
