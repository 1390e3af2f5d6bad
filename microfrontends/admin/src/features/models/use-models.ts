import type { ModelView } from 'contracts/models';
import { useMemo, useState } from 'react';
import type { FurtherModels, ModelListNarrowing } from 'panel/model-list';
import { useQueryClient } from 'web-kit/query';
import { adminKeys } from '../../query-keys.ts';
import { useLiveCount, useModelPages } from './api/list-models.ts';

const EVERYTHING: ModelListNarrowing = {};

/** Models of the panel: filtered in the browser where they fit on one page, else page by page, filtered by the catalogue. */
export const useModels = () => {
  const client = useQueryClient();
  const all = useModelPages(EVERYTHING);
  const [first] = all.data?.pages ?? [];
  const isPaged = first !== undefined && first.next !== null;
  const [narrowing, setNarrowing] = useState<ModelListNarrowing | null>(null);
  const narrowed = useModelPages(isPaged ? narrowing : null);
  const liveCount = useLiveCount(isPaged);

  const requested = isPaged && narrowing !== null ? narrowed : all;
  // Until the response arrives, the loaded models are filtered in the browser.
  const listQuery = requested.data ? requested : all;
  const models = useMemo(() => listQuery.data?.pages.flatMap(({ items }) => items), [listQuery.data]);
  const refetch = () => client.refetchQueries({ queryKey: adminKeys.models, type: 'active' });
  const further: FurtherModels | undefined = isPaged
    ? {
        total: first.total,
        // While the former results are shown, their total is not that of the present narrowing.
        found: requested.isPlaceholderData ? null : (requested.data?.pages.at(-1)?.total ?? null),
        hasMore: requested.hasNextPage,
        isFetching: requested.isFetching,
        error: requested.error,
        fetchMore: () => void requested.fetchNextPage(),
        retry: () => void (requested.data ? requested.fetchNextPage() : requested.refetch()),
        narrow: setNarrowing,
      }
    : undefined;
  const list = all.data && { models: models ?? ([] as ModelView[]), further };
  const live = first?.items.filter(({ is_live, state = 'published' }) => is_live && state === 'published') ?? [];
  return {
    data: list,
    error: all.error,
    refetch,
    /** Counts of all models; undefined while they are unknown. */
    counts: {
      all: first?.total,
      live: isPaged ? liveCount.data : first && live.length,
      /** Live against the schedule; null where that was not counted. */
      manual: isPaged
        ? null
        : live.filter(({ manual_live_override }) => typeof manual_live_override === 'boolean').length,
    },
  };
};
