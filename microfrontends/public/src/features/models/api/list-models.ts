import type { ModelView } from 'contracts/models';
import { listModels } from 'contracts/operations/models';
import { callPage, isOutage } from 'web-kit/api';
import type { ListPage } from 'web-kit/api';
import { liveFirst } from 'web-kit/first-models';
import type { FirstModels } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { keepPreviousData, queryKeys, skipToken, useInfiniteQuery, useQuery, useQueryClient } from 'web-kit/query';

type ModelPage = ListPage<ModelView>;

const fetchPage = async (signal: AbortSignal, cursor?: string): Promise<ModelPage> => {
  const { items, total, next } = await callPage(listModels, { query: { sort: 'wall', cursor }, signal });
  return { items, total, next };
};

const fetchFirst = async (signal: AbortSignal): Promise<ModelPage> => {
  try {
    const { items, ...counts } = await fetchPage(signal);
    const page = { ...counts, items: liveFirst(items) };
    modelCache.writeList(page);
    return page;
  } catch (error) {
    const cached = isOutage(error) ? modelCache.readList() : null;
    if (cached) return cached.data;
    throw error;
  }
};

/**
 * Queries the first page of all models, without their media lists. The browser's storage supplies it for a minute.
 * @param isWanted false: sends no request
 */
export const useFirstPage = (isWanted = true) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.models(),
    queryFn: ({ signal }) => fetchFirst(signal),
    // A page that the server rendered with the first models of a long list starts from those, not from the browser's storage.
    initialData: () => (client.getQueryData(queryKeys.firstModels()) ? undefined : modelCache.readList()?.data),
    // Stale data of the browser's storage: shown at once and refetched.
    initialDataUpdatedAt: 0,
    enabled: isWanted,
  });
};

/**
 * Queries the models after the first page, a page for each call of `fetchNextPage`.
 * @param cursor cursor of the first of these pages; null where there is none
 */
export const useFurtherPages = (cursor: string | null, isWanted: boolean) =>
  useInfiniteQuery({
    queryKey: queryKeys.moreModels(cursor),
    queryFn: ({ signal, pageParam }) => fetchPage(signal, pageParam),
    initialPageParam: cursor ?? '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isWanted && cursor !== null,
  });

/** Filter of the list. */
export type WallFilter = 'all' | 'live' | 'new' | 'popular' | 'verified';

/** Filters with an order of their own: the newest first, or the most liked first. */
const RANKED: ReadonlySet<WallFilter> = new Set(['new', 'popular']);

/** Queries the models that match a search and a filter, a page for each call of `fetchNextPage`. */
export const useFoundModels = (words: string, filter: WallFilter, isWanted: boolean) =>
  useInfiniteQuery({
    queryKey: queryKeys.foundModels(words, filter),
    queryFn: async ({ signal, pageParam: cursor }): Promise<ModelPage> => {
      const { items, total, next } = await callPage(listModels, {
        query: {
          q: words || undefined,
          filter: filter === 'all' ? undefined : filter,
          sort: RANKED.has(filter) ? undefined : 'wall',
          cursor,
        },
        signal,
      });
      return { items: cursor !== undefined || RANKED.has(filter) ? items : liveFirst(items), total, next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });

/** Queries the models of the first page. */
export const useModels = () => {
  const { data, ...query } = useFirstPage();
  return { ...query, data: data?.items };
};

/**
 * Returns the first models of a long list, which the server rendered into the page; undefined where the page contains all models.
 */
export const useFirstModels = () =>
  useQuery<FirstModels>({ queryKey: queryKeys.firstModels(), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data;
