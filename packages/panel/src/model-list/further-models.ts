import { useEffect, useState } from 'react';
import { EVERYTHING, isSameNarrowing, narrowingOf } from './filter-and-sort.ts';
import type { ListChoice, ModelListNarrowing } from './filter-and-sort.ts';

/** Delay after the last key before the request is sent. */
const REQUEST_DELAY_MS = 250;

/** A list that is too long to be here whole: the catalogue narrows it, and gives it page by page. */
export interface FurtherModels {
  /** Number of all models. */
  total: number;
  /** Number of models in the narrowed list; null while the catalogue has not counted it. */
  found: number | null;
  hasMore: boolean;
  isFetching: boolean;
  /** Failure of the request for the next page; null where none failed. */
  error: unknown;
  fetchMore: () => void;
  retry: () => void;
  /** @param narrowing null: none; the same object while unchanged */
  narrow: (narrowing: ModelListNarrowing | null) => void;
}

/**
 * Has the catalogue narrow the list to the choice, and counts the models that are left.
 * @param arranged how many of the loaded models the choice leaves; the count of a list without further pages
 * @returns null while the catalogue has not counted them for this choice
 */
export const useNarrowedCount = (
  further: FurtherModels | undefined,
  choice: ListChoice,
  arranged: number,
): number | null => {
  /** The choice that the catalogue was given last. */
  const [requested, setRequested] = useState(EVERYTHING);
  const narrow = further?.narrow;
  useEffect(() => {
    if (!narrow) return;
    const waiting = setTimeout(() => {
      setRequested(choice);
      narrow(narrowingOf(choice));
    }, REQUEST_DELAY_MS);
    return () => clearTimeout(waiting);
  }, [narrow, choice]);
  if (!further) return arranged;
  return isSameNarrowing(requested, choice) ? further.found : null;
};

/** Fetches the next page once all models that are here are drawn; after a failure the person decides. */
export const useNextPage = (further: FurtherModels | undefined, isAllDrawn: boolean): void => {
  const wantsMore = isAllDrawn && further !== undefined && further.hasMore && !further.isFetching && !further.error;
  const fetchMore = further?.fetchMore;
  useEffect(() => {
    if (wantsMore) fetchMore?.();
  }, [wantsMore, fetchMore]);
};
