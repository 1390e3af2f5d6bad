import { pageOf, pagePath, pagesWhere } from 'contracts/pages';
import { escapeHtml } from 'service-kit/html';
import type { Site } from './site.ts';

const LISTED = pagesWhere(({ server }) => server?.isInSitemap === true);
const ofModels = LISTED.filter((page) => pageOf(page).server?.data === 'model');
const single = LISTED.filter((page) => !ofModels.includes(page));

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const locationsOf = (paths: readonly string[], site: Site, element: string): string =>
  paths.map((path) => `<${element}><loc>${escapeHtml(new URL(path, `${site.url}/`).href)}</loc></${element}>`).join('');

/**
 * Renders one part of the sitemap: listed pages, and those of each model.
 * @param part counted from 1; pages without a model are in the first
 */
export const renderSitemapPart = (slugs: readonly string[], part: number, site: Site): string => {
  const paths = [
    ...(part === 1 ? single.map((page) => pagePath(page)) : []),
    ...slugs.flatMap((slug) => ofModels.map((page) => pagePath(page, slug))),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>${locationsOf(paths, site, 'url')}</urlset>\n`;
};

/** Renders the index of a sitemap that is too long for one document (sitemaps.org). */
export const renderSitemapIndex = (parts: number, site: Site): string => {
  const paths = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${XMLNS}>${locationsOf(paths, site, 'sitemap')}</sitemapindex>\n`;
};
