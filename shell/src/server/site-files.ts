import type { Express } from 'express';
import type { Site } from './page-head.ts';

/** The mark: a proscenium arch with a parted curtain. */
const MARK = (stroke: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="1.6" d="M1 27.2V12a11 11 0 0 1 22 0v15.2"/><path fill="${stroke}" d="M3.4 27.2V12a8.6 8.6 0 0 1 7.5-8.5C11 13 8.9 21.2 3.4 27.2ZM20.6 27.2V12a8.6 8.6 0 0 0-7.5-8.5C13 13 15.1 21.2 20.6 27.2Z"/>`;
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 28 28"><style>path{--ink:#2a1d33}@media(prefers-color-scheme:dark){path{--ink:#f6eee8}}</style>${MARK('var(--ink)')}</svg>`;
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -18 64 64"><path fill="#130d17" d="M-20-18h64v64h-64z"/>${MARK('#f6eee8')}</svg>`;
/** The favicon chooses its ink by a style of its own. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const DAY = 'public, max-age=86400';

/** The small files that a site has at its root. */
export const mountSiteFiles = (app: Express, site: Site): void => {
  const files: Readonly<Record<string, { type: string; content: string }>> = {
    '/favicon.svg': { type: 'image/svg+xml', content: FAVICON },
    '/icon.svg': { type: 'image/svg+xml', content: ICON },
    '/robots.txt': { type: 'text/plain', content: 'User-agent: *\nDisallow: /admin/\nDisallow: /affiliate/\nDisallow: /api/\nDisallow: /redirect/\n' },
    '/manifest.webmanifest': {
      type: 'application/manifest+json',
      content: JSON.stringify({
        name: site.title,
        short_name: site.title,
        lang: 'fr',
        start_url: '/',
        display: 'standalone',
        background_color: '#130d17',
        theme_color: '#130d17',
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
      }),
    },
  };
  for (const [path, { type, content }] of Object.entries(files)) app.get(path, (_request, response) => void response.set({ 'cache-control': DAY, 'content-security-policy': SVG_POLICY }).type(type).send(content));
  app.get('/favicon.ico', (_request, response) => response.redirect(301, '/favicon.svg'));
};
