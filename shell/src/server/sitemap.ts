import type { ModelView } from 'contracts/models';
import { pageOf, pagePath, pagesWhere } from 'contracts/pages';
import { escapeText } from './markup.ts';
import type { Site } from './site.ts';

const LISTED = pagesWhere(({ server }) => server?.isInSitemap === true);
const ofModels = LISTED.filter((page) => pageOf(page).server?.data === 'model');
const single = LISTED.filter((page) => !ofModels.includes(page));

/** Sitemap of the listed pages, those of models for each model (sitemaps.org; 50,000 addresses at most). */
export const renderSitemap = (models: readonly Pick<ModelView, 'slug'>[], site: Site): string => {
  const found = [
    ...single.map((page) => pagePath(page)),
    ...models.flatMap(({ slug }) => ofModels.map((page) => pagePath(page, slug))),
  ].slice(0, 50_000);
  const urls = found.map((path) => `<url><loc>${escapeText(new URL(path, `${site.url}/`).href)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
};
