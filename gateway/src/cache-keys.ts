import { pagePath, pagesWhere } from 'contracts/pages';

const VERSIONED = /[?&]v=/;

/**
 * What an anonymous response depends on: the path, and for a public picture whether its address names a version, which browsers
 * keep for ever. The rest of a query and cookies change no such response; but for an item's picture, whose query may be a
 * signature for one viewer: null.
 */
export const cacheKeyOf = (path: string, query: string): string | null => {
  if (query === '' || !path.startsWith('/uploads/')) return path;
  if (path.startsWith('/uploads/items/')) return null;
  return VERSIONED.test(query) ? `${path}?v` : path;
};

/** Paths whose responses list models. */
const LISTS = [
  ...pagesWhere(({ server }) => server?.data === 'models').map((page) => pagePath(page)),
  '/api/models',
  '/sitemap.xml',
];
const PAGES_OF_MODELS = pagesWhere(({ server }) => server?.data === 'model');
const PAGES_OF_AFFILIATES = pagesWhere(({ server }) => server?.data === 'affiliate');

/** Every path whose anonymous response shows the model of one of these slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] => [
  ...LISTS,
  ...slugs.flatMap((slug) => [...PAGES_OF_MODELS.map((page) => pagePath(page, slug)), `/api/models/${slug}`]),
];

export const pathsOfAffiliate = (slug: string): string[] => PAGES_OF_AFFILIATES.map((page) => pagePath(page, slug));

/** Prefixes of the addresses of these assets' pictures. */
export const picturesOfAssets = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => [`/uploads/public/${id}/`, `/uploads/items/${id}/`]);
