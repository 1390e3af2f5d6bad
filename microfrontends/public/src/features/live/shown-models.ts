import type { ModelView } from 'contracts/models';
import { FIRST_MODELS } from 'web-kit/first-models';
import type { QueryClient, QueryRoot } from 'web-kit/query';

/** First parts of the keys of queries that hold models: those of the page, of the favourites, and of lists in the wall's order. */
const SINGLES: readonly QueryRoot[] = ['model', 'favourites'];
const LISTS: readonly QueryRoot[] = ['first-models', 'models', 'more-models'];

/** Limits of one stream, by the gateway's limits on an address: number of models, and characters of their slugs. */
const MAX_FOLLOWED = { models: 200, characters: 6_000 };

const isModel = (data: object): data is ModelView => 'slug' in data && 'is_live' in data;

/** Collects the models in a response: a single model, a list, or pages of a list. */
const modelsIn = (data: unknown): ModelView[] => {
  if (typeof data !== 'object' || data === null) return [];
  if (isModel(data)) return [data];
  return (Array.isArray(data) ? data : Object.values(data)).flatMap(modelsIn);
};

/** Returns the response with each of its models mapped, or the same object where nothing changed. */
const mapModels = (data: unknown, change: (model: ModelView) => ModelView): unknown => {
  if (typeof data !== 'object' || data === null) return data;
  if (isModel(data)) return change(data);
  const parts = Object.entries(data).map(([key, part]) => [key, mapModels(part, change), part] as const);
  if (parts.every(([, after, before]) => after === before)) return data;
  return Array.isArray(data)
    ? parts.map(([, after]) => after)
    : Object.fromEntries(parts.map(([key, after]) => [key, after]));
};

const queriesOf = (client: QueryClient, roots: readonly QueryRoot[]) =>
  roots.flatMap((root) => client.getQueryCache().findAll({ queryKey: [root] }));
const holdersOf = (client: QueryClient) => queriesOf(client, [...SINGLES, ...LISTS]);

/** Returns every model in this page's cache, shown or not. */
export const knownModels = (client: QueryClient): ModelView[] =>
  holdersOf(client).flatMap(({ state }) => modelsIn(state.data));

/**
 * Returns the slugs of the shown models in these queries. The first models of a long list have no fetching query, so their
 * observers count.
 */
const slugsOf = (client: QueryClient, roots: readonly QueryRoot[]): string[] =>
  queriesOf(client, roots)
    .filter((query) => query.isActive() || (query.queryKey[0] === 'first-models' && query.getObserversCount() > 0))
    .flatMap(({ state }) => modelsIn(state.data).map(({ slug }) => slug));

/** Returns the slugs of the shown models, up to the limits of one stream: of a long wall its beginning and its end. */
export const shownSlugs = (client: QueryClient): string[] => {
  const wall = slugsOf(client, LISTS);
  const slugs = new Set([...slugsOf(client, SINGLES), ...wall.slice(0, FIRST_MODELS), ...wall.reverse()]);
  let characters = 0;
  return [...slugs]
    .slice(0, MAX_FOLLOWED.models)
    .filter((slug) => (characters += slug.length + 1) <= MAX_FOLLOWED.characters);
};

/** Maps models wherever this page has cached them, without changing the age of the data. @returns whether one has changed */
export const changeModels = (client: QueryClient, change: (model: ModelView) => ModelView): boolean => {
  let isChanged = false;
  for (const { queryKey, state } of holdersOf(client)) {
    const after = mapModels(state.data, change);
    if (after === state.data) continue;
    isChanged = true;
    client.setQueryData(queryKey, after, { updatedAt: state.dataUpdatedAt });
  }
  return isChanged;
};
