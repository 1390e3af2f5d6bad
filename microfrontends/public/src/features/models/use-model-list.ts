import type { ModelView } from 'contracts/models';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useFirstModels, useFirstPage, useFurtherPages } from './api/list-models.ts';

/** Delay before the rest of the first page is fetched: the first screen has loaded by then. */
const REMAINDER_DELAY_MS = 2_000;

/** A list whose further models are fetched page by page. */
export interface PagedModels {
  /** Loaded models; undefined until the first response. */
  models: ModelView[] | undefined;
  /** Number of all models, loaded or not. */
  total: number;
  /** Whether all models are loaded. */
  isWhole: boolean;
  /** Whether the first page is not loaded yet. */
  isPending: boolean;
  /** Whether the latest request failed. */
  isError: boolean;
  isFetching: boolean;
  refetch: () => void;
  /** Whether `fetchMore` would fetch another page. */
  hasMore: boolean;
  fetchMore: () => void;
}

export interface ModelList extends PagedModels {
  /** Number of live models; null where it is unknown. */
  live: number | null;
}

const liveAmong = (models: readonly ModelView[]) => models.filter((model) => model.is_live).length;
/** Removes repeated models: one that moves within the list between two requests is on both pages. */
export const withoutRepeats = (models: readonly ModelView[]) => [
  ...new Map(models.map((model) => [model.slug, model])).values(),
];

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** Queries all models; of a long list first those rendered into the page, then page by page. */
export const useModelList = (): ModelList => {
  const first = useFirstModels();
  const [isSettled, setSettled] = useState(false);
  const [isMoreWanted, setMoreWanted] = useState(false);
  const page = useFirstPage(!first || isSettled);
  // A part of the page that hydrates late must render as the server did, although an earlier part has already fetched more.
  const isHydrated = useSyncExternalStore(never, yes, no);
  const data = first && !isHydrated ? undefined : page.data;
  const next = data?.next ?? null;
  const further = useFurtherPages(next, isMoreWanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), REMAINDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const models = useMemo(
    () => data && withoutRepeats([...data.items, ...(further.data?.pages.flatMap(({ items }) => items) ?? [])]),
    [data, further.data],
  );
  const hasMore = next !== null && (further.data === undefined || further.hasNextPage);
  const query = next !== null && isMoreWanted ? further : page;
  return {
    models: models ?? first?.models,
    total: data?.total ?? first?.total ?? 0,
    live: data && next === null ? liveAmong(data.items) : (first?.live ?? null),
    isWhole: data !== undefined && !hasMore,
    isPending: page.isPending,
    isError: query.isError,
    isFetching: query.isFetching,
    hasMore,
    refetch: () => void (query === further && further.data ? further.fetchNextPage() : query.refetch()),
    fetchMore: () => {
      setMoreWanted(true);
      if (further.hasNextPage && !further.isFetching) void further.fetchNextPage();
    },
  };
};
