import { listModels } from 'contracts/operations/models';
import type { ModelListNarrowing } from 'panel/model-list';
import { callPage } from 'web-kit/api';
import { keepPreviousData, useInfiniteQuery, useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

/**
 * Queries the models, page by page, in the order of the wall unless the narrowing names another; sends no request for a null
 * narrowing.
 */
export const useModelPages = (narrowing: ModelListNarrowing | null) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.models, narrowing],
    queryFn: ({ signal, pageParam }) =>
      callPage(listModels, { query: { sort: 'place', ...narrowing, cursor: pageParam }, session, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The former results stay until the new ones arrive.
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: narrowing !== null,
  });

/** Queries the number of live models. */
export const useLiveCount = (isWanted: boolean) =>
  useQuery({
    queryKey: [...adminKeys.models, 'live-count'],
    queryFn: async ({ signal }) =>
      (await callPage(listModels, { query: { filter: 'live', state: 'published', limit: '1' }, session, signal }))
        .total,
    staleTime: 0,
    enabled: isWanted,
  });
