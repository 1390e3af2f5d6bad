import { join } from 'node:path';
import type { Logger } from 'service-kit/logger';
import { createHttp } from 'service-kit/http';
import { createStaticFiles } from 'service-kit/static-files';
import type { Metrics } from 'service-kit/telemetry';
import { createBuildRefresh } from './build-refresh.ts';
import { mountCatalogueFiles } from './catalogue-files.ts';
import { loadModule } from './load-module.ts';
import type { LoadModule } from './load-module.ts';
import { mountOffline } from './offline.ts';
import { createOwnBuild } from './own-build.ts';
import { mountPages } from './page-responses.ts';
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
  const { start, refresh, refreshOnce, stop } = createBuildRefresh({ build, remote, isWatching, logger });

  const http = createHttp({
    logger,
    metrics,
    routes: (_mount, app) => {
      mountOffline(app, { site, build, secure, hasServiceWorker });
      app.use('/assets', createStaticFiles(join(dist, 'assets')));
      mountSiteFiles(app, site);
      mountCatalogueFiles(app, { pages, logger });
      mountPages(app, { pages, secure, refresh: isWatching ? refreshOnce : undefined });
    },
  });

  return {
    http,
    readiness: {
      build: () => {
        if (!build.current()) throw new Error('the shell is not built');
      },
    },
    start,
    refresh,
    stop,
  };
};
