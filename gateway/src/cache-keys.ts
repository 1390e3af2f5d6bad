import { MODEL_PAGE_MAX } from 'contracts/limits';
import { modelListQuery } from 'contracts/models';
import { listModels } from 'contracts/operations/models';
import { pagePath, pagesWhere } from 'contracts/pages';
import { LIST_KEYS, surrogateKeyOfModel } from 'service-kit/surrogate-keys';

const VERSIONED = /[?&]v=/;
const PICTURE_OF_ASSET = /^\/uploads\/(?:public|items)\/([^/]+)\//;

const LIST_PARAMETERS = Object.keys(modelListQuery.shape);

/**
 * Returns the cache key of a page of the model list: known parameters in one order and spelling. Returns null for requests that are
 * not cached: searches, and other page lengths, of which a client could invent any number.
 */
const keyOfList = (query: string): string | null => {
  const search = new URLSearchParams(query);
  if (search.get('limit') === String(MODEL_PAGE_MAX)) search.delete('limit');
  if (search.has('q') || search.has('limit')) return null;
  const parameters = LIST_PARAMETERS.flatMap((name) =>
    search.getAll(name).map((value): [string, string] => [name, value]),
  );
  return parameters.length === 0 ? listModels.path : `${listModels.path}?${new URLSearchParams(parameters).toString()}`;
};

/**
 * Returns the cache key of an anonymous response: the path, and for a public picture whether its address names a version, which
 * browsers store permanently. Cookies and other query parameters do not change these responses, except that the query of an item's
 * picture may be a signature for one viewer: null.
 */
export const cacheKeyOf = (path: string, query: string): string | null => {
  if (query !== '' && path === listModels.path) return keyOfList(query);
  if (query === '' || !path.startsWith('/uploads/')) return path;
  if (path.startsWith('/uploads/items/')) return null;
  return VERSIONED.test(query) ? `${path}?v` : path;
};

const PAGES_OF_MODELS = pagesWhere(({ server }) => server?.data === 'model');
const PAGES_OF_AFFILIATES = pagesWhere(({ server }) => server?.data === 'affiliate');

/** Returns the paths of the pages and calls that show the model with these current and previous slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] =>
  slugs.flatMap((slug) => [...PAGES_OF_MODELS.map((page) => pagePath(page, slug)), `/api/models/${slug}`]);

/** Returns the surrogate keys of the lists that show one of these slugs now or may show it after the change. */
export const listsOfModel = (slugs: readonly string[]): string[] => [
  ...slugs.map(surrogateKeyOfModel),
  LIST_KEYS.ranked,
];

/** Returns the paths of the pages of the affiliate with this slug. */
export const pathsOfAffiliate = (slug: string): string[] => PAGES_OF_AFFILIATES.map((page) => pagePath(page, slug));

/** Returns the asset of the picture that this key caches, or null. */
export const assetOfKey = (key: string): string | null => PICTURE_OF_ASSET.exec(key)?.[1] ?? null;
