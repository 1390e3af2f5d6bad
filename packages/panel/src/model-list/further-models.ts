import { useEffect, useState } from 'react';
import { EVERYTHING, isSameNarrowing, narrowingOf } from './filter-and-sort.ts';
import type { ListChoice, ModelListNarrowing } from './filter-and-sort.ts';

/** Delay after the last key before the request is sent. */
const REQUEST_DELAY_MS = 250;

/** Access to a list that is not completely loaded: the catalogue filters it, and returns it page by page. */
export interface FurtherModels {
  /** Number of all models. */
  total: number;
  /** Number of models in the filtered list; null until the catalogue has counted it. */
  found: number | null;
  hasMore: boolean;
  isFetching: boolean;
  /** Error of the request for the next page; null if none failed. */
  error: unknown;
  fetchMore: () => void;
  retry: () => void;
  /** @param narrowing null: no filter; the same object while unchanged */
  narrow: (narrowing: ModelListNarrowing | null) => void;
}

/**
 * Lets the catalogue filter the list by the choice, and returns the number of matching models.
 * @param arranged number of loaded models that match the choice: the result for a list without further pages
 * @returns null until the catalogue has counted the models for this choice
 */
export const useNarrowedCount = (
  further: FurtherModels | undefined,
  choice: ListChoice,
  arranged: number,
): number | null => {
  /** Choice of the latest request to the catalogue. */
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

/** Fetches the next page once all loaded models are rendered; after a failure the user has to retry. */
export const useNextPage = (further: FurtherModels | undefined, isAllDrawn: boolean): void => {
  const wantsMore = isAllDrawn && further !== undefined && further.hasMore && !further.isFetching && !further.error;
  const fetchMore = further?.fetchMore;
  useEffect(() => {
    if (wantsMore) fetchMore?.();
  }, [wantsMore, fetchMore]);
};
