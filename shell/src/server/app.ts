import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { liveCalendarPath } from 'contracts/pages';
import { isSlug } from 'contracts/slugs';
import type { Logger } from 'service-kit/logger';
import { createHttp } from 'service-kit/http';
import { createStaticFiles } from 'service-kit/static-files';
import { CHANGES_AT_HEADER, LIST_KEYS, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import type { Metrics } from 'service-kit/telemetry';
import { loadModule } from './load-module.ts';
import type { LoadModule } from './load-module.ts';
import { mountOffline } from './offline.ts';
import { createOwnBuild } from './own-build.ts';
import { createPages } from './pages.ts';
import { createRemoteBundle } from './remote-bundle.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { mountSiteFiles } from './site-files.ts';
import type { Site } from './site.ts';

interface ShellOptions {
  site: Site;
  services: { catalogue: string; affiliate: string };
  remotePublicUrl: string;
  /** Origin of pictures and videos besides the site's own. */
  mediaOrigin?: string | undefined;
  /** Folder of the shell's build. */
  dist: string;
  /** Folder of the public micro-frontend's server bundle, inside the shell's package. */
  bundleFolder: string;
  /** Whether the build changes while the server runs (development, with hot updates). */
  isWatching: boolean;
  /** Whether browsers install the service worker; false removes it from them. */
  hasServiceWorker?: boolean;
  load?: LoadModule;
  logger: Logger;
  metrics?: Metrics;
}

/** Time between two checks for a newly deployed public micro-frontend. */
const POLL_INTERVAL_MS = { watching: 1_000, production: 5_000 };

/** Revalidated by browsers at each use; the gateway caches it until an event invalidates it. */
const CACHED_BY_GATEWAY = 'public, max-age=0, must-revalidate';

/** Returns the query of an address, with its question mark; empty without one. */
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** Creates the shell's server: the files of the page, its HTML, and small files at the site's root. */
export const createShell = ({
  site,
  services,
  remotePublicUrl,
  mediaOrigin,
  dist,
  bundleFolder,
  isWatching,
  hasServiceWorker = !isWatching,
  load = loadModule,
  logger,
  metrics,
}: ShellOptions) => {
  const build = createOwnBuild({ dist, isWatching, load });
  const remote = createRemoteBundle({ url: remotePublicUrl, folder: bundleFolder, isWatching, load });
  const pages = createPages({ site, services, build, remote, hasServiceWorker, logger });
  const secure = createSecurityHeaders({ isWatching, isSecure: site.url.startsWith('https:'), mediaOrigin });

  let hasRemote: boolean | undefined;
  const refreshRemote = async () => {
    try {
      await remote.refresh();
      if (hasRemote !== true) logger.info('server bundle of the public micro-frontend loaded');
      hasRemote = true;
    } catch (error) {
      if (hasRemote !== false) logger.warn({ err: error }, 'server bundle of the public micro-frontend not reloaded');
      hasRemote = false;
    }
  };
  const refresh = () =>
    Promise.all([
      refreshRemote(),
      isWatching
        ? build.refresh().catch((error: unknown) => logger.warn({ err: error }, 'shell build not reloaded'))
        : undefined,
    ]);
  /** Running refresh: in development every page waits for it. */
  let refreshing: Promise<unknown> | undefined;
  const refreshOnce = () =>
    (refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    }));
  let timer: NodeJS.Timeout | undefined;
  const scheduleRefresh = () => {
    timer = setTimeout(
      () => void refreshOnce().finally(scheduleRefresh),
      isWatching ? POLL_INTERVAL_MS.watching : POLL_INTERVAL_MS.production,
    );
    timer.unref();
  };

  const http = createHttp({
    logger,
    metrics,
    routes: (_mount, app) => {
      mountOffline(app, { site, build, secure, hasServiceWorker });
      app.use('/assets', createStaticFiles(join(dist, 'assets')));
      mountSiteFiles(app, site);
      app.get(/^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/, async (request, response, next) => {
        const part = (request.params as Record<string, string | undefined>)[0];
        try {
          const xml = await pages.sitemap(part === undefined ? undefined : Number(part));
          if (xml === null) return next();
          response
            .set({ 'cache-control': CACHED_BY_GATEWAY, [SURROGATE_KEY_HEADER]: LIST_KEYS.sitemap })
            .type('application/xml')
            .send(xml);
        } catch (error) {
          logger.warn({ err: error }, 'sitemap data unavailable');
          response
            .status(503)
            .set({ 'cache-control': 'no-store', 'retry-after': '30' })
            .type('text')
            .send('Le plan du site est momentanément indisponible.');
        }
      });
      app.get(decodeURIComponent(liveCalendarPath(':modelSlug')), async (request, response, next) => {
        const slug = String(request.params.modelSlug);
        if (!isSlug(slug)) return next();
        try {
          const calendar = await pages.liveCalendar(slug);
          if (calendar === null) return next();
          if (typeof calendar !== 'string') return response.redirect(301, calendar.movedTo);
          response
            .set({
              'cache-control': 'no-store',
              'content-disposition': `inline; filename="live-${slug}.ics"`,
              'x-content-type-options': 'nosniff',
            })
            .type('text/calendar; charset=utf-8')
            .send(calendar);
        } catch (error) {
          logger.warn({ err: error }, 'live calendar data unavailable');
          response
            .status(503)
            .set({ 'cache-control': 'no-store', 'retry-after': '30' })
            .type('text')
            .send('L’agenda du live est momentanément indisponible.');
        }
      });
      app.use(async (request, response, next) => {
        const isNoPage = request.path.startsWith('/assets/') || request.path.startsWith('/api/');
        if ((request.method !== 'GET' && request.method !== 'HEAD') || isNoPage) return next();
        if (isWatching) await refreshOnce();
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
    },
  });

  return {
    http,
    readiness: {
      build: () => {
        if (!build.current()) throw new Error('the shell is not built');
      },
    },
    /** Reads the build and checks once for the micro-frontend. @throws Error when the shell is not built */
    start: async (): Promise<void> => {
      if (isWatching) await refresh();
      else await Promise.all([build.refresh(), refreshRemote()]);
      scheduleRefresh();
    },
    /** Checks at once, instead of at the next interval, whether another version of the micro-frontend is deployed. */
    refresh,
    stop: (): void => clearTimeout(timer),
  };
};
