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
 * The first page of all models, their media lists left empty; for a minute from the browser's cache.
 * @param isWanted false leaves it unasked for
 */
export const useFirstPage = (isWanted = true) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.models(),
    queryFn: ({ signal }) => fetchFirst(signal),
    // A page with the first models of a long list starts from what the server rendered, not from the browser's cache.
    initialData: () => (client.getQueryData(queryKeys.firstModels()) ? undefined : modelCache.readList()?.data),
    // Stale data of the browser's cache: shown at once and refetched.
    initialDataUpdatedAt: 0,
    enabled: isWanted,
  });
};

/**
 * The models after the first page, a page for each call of `fetchNextPage`.
 * @param cursor of the first of these pages; null where there is none
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

/** Filters with an order of their own: the newest first, or the most liked. */
const RANKED: ReadonlySet<WallFilter> = new Set(['new', 'popular']);

/** Queries the models that a search and a filter leave, a page for each call of `fetchNextPage`. */
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
      return { items: cursor === undefined ? liveFirst(items) : items, total, next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });

/** The models of the first page. */
export const useModels = () => {
  const { data, ...query } = useFirstPage();
  return { ...query, data: data?.items };
};

/** The beginning of a long list, of which the page brings no more; nothing where it brings all. */
export const useFirstModels = () =>
  useQuery<FirstModels>({ queryKey: queryKeys.firstModels(), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data;
