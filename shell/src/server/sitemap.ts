import type { ModelView } from 'contracts/models';
import { paths } from 'web-kit/paths';
import { escapeText } from './markup.ts';
import type { Site } from './site.ts';

/** Every page that is to be found: the home page, each model's and its live's (sitemaps.org; 50,000 addresses at most). */
export const renderSitemap = (models: readonly Pick<ModelView, 'slug'>[], site: Site): string => {
  const found = [paths.home(), ...models.flatMap(({ slug }) => [paths.model(slug), paths.live(slug)])].slice(0, 50_000);
  const urls = found.map((path) => `<url><loc>${escapeText(new URL(path, `${site.url}/`).href)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
};
