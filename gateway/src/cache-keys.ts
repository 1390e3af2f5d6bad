import { MODEL_PAGE_MAX } from 'contracts/limits';
import { modelListQuery } from 'contracts/models';
import { listModels } from 'contracts/operations/models';
import { pagePath, pagesWhere } from 'contracts/pages';
import { LIST_KEYS, surrogateKeyOfModel } from 'service-kit/surrogate-keys';

const VERSIONED = /[?&]v=/;
const PICTURE_OF_ASSET = /^\/uploads\/(?:public|items)\/([^/]+)\//;

const LIST_PARAMETERS = Object.keys(modelListQuery.shape);

/**
 * Key of a page of the models: its parameters in one order and one spelling, without any others. Null for what is not shared: a
 * search, and pages of other lengths, which a client may invent.
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
 * browsers store for ever. The rest of a query and cookies change no such response, except an item's picture, whose query may be
 * a signature for one viewer: null.
 */
export const cacheKeyOf = (path: string, query: string): string | null => {
  if (query !== '' && path === listModels.path) return keyOfList(query);
  if (query === '' || !path.startsWith('/uploads/')) return path;
  if (path.startsWith('/uploads/items/')) return null;
  return VERSIONED.test(query) ? `${path}?v` : path;
};

const PAGES_OF_MODELS = pagesWhere(({ server }) => server?.data === 'model');
const PAGES_OF_AFFILIATES = pagesWhere(({ server }) => server?.data === 'affiliate');

/** Pages of the model that has, or had, one of these slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] =>
  slugs.flatMap((slug) => [...PAGES_OF_MODELS.map((page) => pagePath(page, slug)), `/api/models/${slug}`]);

/** Surrogate keys of the lists that show one of these slugs, or may show it from now on. */
export const listsOfModel = (slugs: readonly string[]): string[] => [
  ...slugs.map(surrogateKeyOfModel),
  LIST_KEYS.ranked,
];

/** Pages of the affiliate with this slug. */
export const pathsOfAffiliate = (slug: string): string[] => PAGES_OF_AFFILIATES.map((page) => pagePath(page, slug));

/** The asset whose picture a key leads to, or null. */
export const assetOfKey = (key: string): string | null => PICTURE_OF_ASSET.exec(key)?.[1] ?? null;
