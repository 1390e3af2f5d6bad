import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** Matches a content hash in a file name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
/** Whether a file is named by its content: it never changes, and belongs to one version of the front end. */
export const isNamedByContent = (path: string): boolean => HASHED.test(path);
/**
 * ETag of every file named by its content: only one version exists per address. Weak, since encodings share it (RFC 9110, 8.8.1).
 */
const ONLY_VERSION = 'W/"1"';
const YEAR = 'public, max-age=31536000, immutable';
/** Scripts, styles and fonts, which are never documents. Worker scripts have their own policies (shell/server/offline.ts). */
const PART_OF_PAGE = /\.(?:js|css|woff2)$/;
/** Header fields that only apply to documents. */
const OF_DOCUMENTS = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy'] as const;
/** Precompressed siblings are encodings of their file, not separate resources. */
const SIBLING = /\.(?:br|gz)$/;

/**
 * Serves a built folder: hashed files for a year and without document headers, other files with revalidation, the precompressed
 * sibling when accepted (docs/decisions/0021-static-files.md). Siblings are listed once, at creation.
 */
export const createStaticFiles = (folder: string): RequestHandler => {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      redirect: false,
      // Built files include no videos, and their ETag suffices for revalidation.
      acceptRanges: false,
      lastModified: false,
      setHeaders: (response, path) => {
        const name = path.replace(SIBLING, '');
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader('cache-control', isNamedByContent(name) ? YEAR : 'no-cache');
        if (!isNamedByContent(name)) return;
        response.setHeader('etag', ONLY_VERSION);
        // Caches store the response for a year, beyond this request.
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
