import { createHash } from 'node:crypto';
import { OFFLINE_PATH, PANEL_ROOTS, SERVICE_WORKER_PATH, titleOf } from 'contracts/pages';
import type { Express } from 'express';
import { escapeHtml } from 'service-kit/html';
import type { OfflineFiles } from '../service-worker/offline-document.ts';
import { CACHE_PREFIX } from '../service-worker/visited-profile.ts';
import { tag } from './markup.ts';
import { OFFLINE_STYLE } from './offline-style.ts';
import type { createOwnBuild, OwnAssets, WorkerFiles } from './own-build.ts';
import { stylesheetTag, THEME_TAGS } from './page-template.ts';
import type { createSecurityHeaders } from './security-headers.ts';
import { markOf } from './site-files.ts';
import type { Site } from './site.ts';
import { stylesheetOf } from './stylesheet.ts';

/** The worker connects only to its own origin and runs no other script. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Worker that unregisters a worker of former releases and removes its caches: sent where the site has no worker. */
const REMOVER = `addEventListener('install',()=>self.skipWaiting());
addEventListener('activate',(event)=>event.waitUntil(caches.keys().then((names)=>Promise.all(names.filter((name)=>name.startsWith('${CACHE_PREFIX}')).map((name)=>caches.delete(name)))).then(()=>self.registration.unregister())));
`;

const SCRIPT = /^\/assets\/offline-page\.[0-9a-f]{16}\.js$/;
/** Declares a variable, written before the worker's script. */
const variable = (name: string, value: unknown): string =>
  `self.${name}=${JSON.stringify(value).replace(/</g, '\\u003c')};\n`;
const hashOf = (...parts: string[]): string =>
  parts
    .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

interface OfflineRelease {
  html: string;
  styleSources: string[];
  script: { path: string; code: string };
  version: string;
  serviceWorker: string;
}

const renderDocument = (site: Site, scriptPath: string, styles: OwnAssets['styles']): string =>
  [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(titleOf(site.title, 'Hors connexion'))}</title>`,
    tag('meta', { name: 'robots', content: 'noindex' }),
    THEME_TAGS,
    ...styles.map(stylesheetTag),
    `<script src="${scriptPath}" defer></script>`,
    '</head><body><main id="main" class="page section offline"><header>',
    `<svg viewBox="0 0 24 28" aria-hidden="true">${markOf('currentColor')}</svg>`,
    '<h1>Hors connexion</h1>',
    '<p class="soft" role="status">Vous n’êtes pas connecté à Internet. Cette page revient d’elle-même avec le réseau.</p>',
    '<p><a class="retry" id="retry" href="">Réessayer</a></p></header>',
    '<div id="wanted"></div>',
    '<section id="visited" aria-labelledby="visited-title" hidden><h2 id="visited-title">Déjà vus sur cet appareil</h2></section>',
    '</main></body></html>',
  ].join('');

const releaseOf = (site: Site, assets: OwnAssets, worker: WorkerFiles): OfflineRelease => {
  const path = `/assets/offline-page.${hashOf(worker.offlinePage)}.js`;
  const styles = [...assets.styles, stylesheetOf('', OFFLINE_STYLE)];
  const html = renderDocument(site, path, styles);
  const version = hashOf(html, worker.offlinePage, worker.serviceWorker);
  const linked = assets.styles.flatMap(({ href, inline }) => (inline ? [] : [href]));
  const offlineFiles: OfflineFiles = { version, document: OFFLINE_PATH, files: [path, ...assets.fonts, ...linked] };
  return {
    html,
    styleSources: styles.flatMap(({ inline }) => inline?.source ?? []),
    script: { path, code: worker.offlinePage },
    version,
    serviceWorker: variable('offlineFiles', offlineFiles) + variable('panelRoots', PANEL_ROOTS) + worker.serviceWorker,
  };
};

interface OfflineOptions {
  site: Site;
  build: ReturnType<typeof createOwnBuild>;
  secure: ReturnType<typeof createSecurityHeaders>;
  /** Whether browsers get the worker; otherwise they get one that removes it. */
  hasServiceWorker: boolean;
}

/** Serves the service worker and its offline page (docs/domain.md#without-a-network). */
export const mountOffline = (app: Express, { site, build, secure, hasServiceWorker }: OfflineOptions): void => {
  let made: { own: unknown; release: OfflineRelease | null } | undefined;
  const release = (): OfflineRelease | null => {
    const own = build.current();
    if (made?.own !== own)
      made = { own, release: own?.assets.worker ? releaseOf(site, own.assets, own.assets.worker) : null };
    return made?.release ?? null;
  };
  app.get(SERVICE_WORKER_PATH, (_request, response) => {
    const present = hasServiceWorker ? release() : null;
    response
      .set({
        'cache-control': 'no-cache',
        'content-security-policy': WORKER_POLICY,
        'service-worker-allowed': '/',
        'x-content-type-options': 'nosniff',
      })
      .type('text/javascript')
      .send(present?.serviceWorker ?? REMOVER);
  });
  app.get(OFFLINE_PATH, (_request, response, next) => {
    const present = release();
    if (!present) return next();
    secure(response, present.styleSources);
    response
      .set({ 'cache-control': 'no-cache', etag: `"${present.version}"` })
      .type('html')
      .send(present.html);
  });
  app.get(SCRIPT, (request, response, next) => {
    const { script } = release() ?? {};
    if (script?.path !== request.path) return next();
    response
      .set({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
      .type('text/javascript')
      .send(script.code);
  });
};
