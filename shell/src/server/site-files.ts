import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PANEL_ROOTS, SITE_FILES } from 'contracts/pages';
import type { SiteFile } from 'contracts/pages';
import type { Express } from 'express';
import { SITE_DESCRIPTION } from './site.ts';
import type { Site } from './site.ts';

/** Renders the logo: a proscenium arch with a parted curtain. */
export const markOf = (stroke: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="1.6" d="M1 27.2V12a11 11 0 0 1 22 0v15.2"/><path fill="${stroke}" d="M3.4 27.2V12a8.6 8.6 0 0 1 7.5-8.5C11 13 8.9 21.2 3.4 27.2ZM20.6 27.2V12a8.6 8.6 0 0 0-7.5-8.5C13 13 15.1 21.2 20.6 27.2Z"/>`;
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 28 28"><style>path{--ink:#2a1d33}@media(prefers-color-scheme:dark){path{--ink:#f6eee8}}</style>${markOf('var(--ink)')}</svg>`;
/** The favicon sets its colour by an inline style. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const CACHED_FOR_A_DAY = 'public, max-age=86400';

const PICTURES: Partial<Record<SiteFile, string>> = {
  '/favicon.ico': 'image/x-icon',
  '/apple-touch-icon.png': 'image/png',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
  '/mail-chair.jpg': 'image/jpeg',
  '/mail-stage.jpg': 'image/jpeg',
  '/share.jpg': 'image/jpeg',
};

/** Pictures of mails: webmail shows them on pages of another origin. */
const OF_MAILS: readonly SiteFile[] = ['/mail-chair.jpg', '/mail-stage.jpg'];

/** Share picture of pages without a picture of their own; 1200 by 630. */
export const SHARE_PICTURE = '/share.jpg';

const manifestOf = (site: Site) => ({
  id: '/',
  name: site.title,
  short_name: site.title,
  description: SITE_DESCRIPTION,
  lang: 'fr',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#130d17',
  theme_color: '#130d17',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

const robotsOf = (site: Site) =>
  [
    'User-agent: *',
    ...PANEL_ROOTS.map((root) => `Disallow: /${root}/`),
    'Disallow: /api/',
    'Disallow: /redirect/',
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
    '',
  ].join('\n');

/** Serves the small files at the site's root. */
export const mountSiteFiles = (app: Express, site: Site): void => {
  const files: Readonly<Partial<Record<SiteFile, { type: string; content: string | Buffer }>>> = {
    '/favicon.svg': { type: 'image/svg+xml', content: FAVICON },
    '/robots.txt': { type: 'text/plain', content: robotsOf(site) },
    '/manifest.webmanifest': { type: 'application/manifest+json', content: JSON.stringify(manifestOf(site)) },
    ...Object.fromEntries(
      Object.entries(PICTURES).map(([name, type]) => [
        name,
        { type, content: readFileSync(join(import.meta.dirname, 'site-files', name)) },
      ]),
    ),
  };
  for (const path of SITE_FILES) {
    const { type, content } = files[path] ?? {};
    if (type === undefined) throw new Error(`${path} has no content`);
    app.get(
      path,
      (_request, response) =>
        void response
          .set({
            'cache-control': CACHED_FOR_A_DAY,
            'content-security-policy': SVG_POLICY,
            'x-content-type-options': 'nosniff',
            ...(OF_MAILS.includes(path) && { 'cross-origin-resource-policy': 'cross-origin' }),
          })
          .type(type)
          .send(content),
    );
  }
};
