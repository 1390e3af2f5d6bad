import { createHash } from 'node:crypto';
import type { Express } from 'express';
import { CHANGES_AT_HEADER, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import type { createPages } from './pages.ts';
import type { createSecurityHeaders } from './security-headers.ts';

/** Revalidated by browsers at each use; the gateway caches it until an event invalidates it. */
export const CACHED_BY_GATEWAY = 'public, max-age=0, must-revalidate';

/** Returns the query of an address, with its question mark; empty without one. */
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

interface PageResponsesOptions {
  pages: ReturnType<typeof createPages>;
  secure: ReturnType<typeof createSecurityHeaders>;
  /** Awaited before each page. */
  refresh?: (() => Promise<unknown>) | undefined;
}

/** Serves the site's pages, at every path that is no file and no call. */
export const mountPages = (app: Express, { pages, secure, refresh }: PageResponsesOptions): void => {
  app.use(async (request, response, next) => {
    const isNoPage = request.path.startsWith('/assets/') || request.path.startsWith('/api/');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || isNoPage) return next();
    await refresh?.();
    const page = await pages.render(request.path);
    if ('movedTo' in page) {
      // Preserves the query, which may contain the attribution; revalidated, as another model may take the slug.
      response
        .status(301)
        .set('cache-control', CACHED_BY_GATEWAY)
        .location(page.movedTo + queryOf(request.originalUrl))
        .end();
      return;
    }
    const { status, html, isPublic, surrogateKeys, changesAt, link, inlineStyles, sharedAs } = page;
    secure(response, inlineStyles);
    response
      .status(status)
      .set({
        'cache-control': isPublic ? CACHED_BY_GATEWAY : 'no-store',
        ...(link && { link }),
        ...(sharedAs && { 'content-location': sharedAs }),
        ...(surrogateKeys && { [SURROGATE_KEY_HEADER]: surrogateKeys }),
        ...(changesAt && { [CHANGES_AT_HEADER]: changesAt }),
      })
      .type('html');
    if (isPublic) {
      const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
      response.set('etag', etag);
      if (request.headers['if-none-match']?.includes(etag)) {
        response.status(304).end();
        return;
      }
    }
    response.send(html);
  });
};
