import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useFoundModels } from './api/list-models.ts';
import type { WallFilter } from './api/list-models.ts';
import { useEntryState } from './use-entry-state.ts';
import { withoutRepeats } from './use-model-list.ts';
import type { PagedModels } from './use-model-list.ts';

/** Pause in typing after which a search is sent. */
const TYPING_PAUSE_MS = 250;

const useFoundList = (words: string, filter: WallFilter, isWanted: boolean): PagedModels => {
  const { data, ...query } = useFoundModels(words, filter, isWanted);
  const models = useMemo(() => data && withoutRepeats(data.pages.flatMap(({ items }) => items)), [data]);
  return {
    models,
    total: data?.pages[0]?.total ?? 0,
    isWhole: data !== undefined && !query.hasNextPage,
    isPending: query.isPending,
    isError: query.isError,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    refetch: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    fetchMore: () => void query.fetchNextPage(),
  };
};

interface Discovery {
  typed: string;
  filter: WallFilter;
}
const NOTHING: Discovery = { typed: '', filter: 'all' };

/** Returns search and filter of the wall with their results; navigating back to the history entry restores them. */
export const useDiscovery = () => {
  const [{ typed, filter }, setDiscovery] = useEntryState(NOTHING);
  const [words, setWords] = useState(typed.trim());
  useEffect(() => {
    const pause = setTimeout(() => setWords(typed.trim()), typed.trim() ? TYPING_PAUSE_MS : 0);
    return () => clearTimeout(pause);
  }, [typed]);
  const isActive = words !== '' || filter !== 'all';
  const found = useFoundList(words, filter, isActive);
  const clear = () => {
    setDiscovery(NOTHING);
    setWords('');
  };
  const setTyped = (typed: string) => setDiscovery({ typed, filter });
  const setFilter = (filter: WallFilter) => setDiscovery({ typed, filter });
  return { typed, setTyped, words, filter, setFilter, clear, isActive, found };
};

const isOneColumn = () => storage.get(STORAGE_KEYS.wallColumns) === '1';
const notOnTheServer = () => false;

/** Whether the wall of a phone has two columns; stored on this device. */
export const useCompactWall = (): [boolean, (isCompact: boolean) => void] => [
  !useSyncExternalStore(storage.subscribe, isOneColumn, notOnTheServer),
  (isCompact) => (isCompact ? storage.remove(STORAGE_KEYS.wallColumns) : storage.set(STORAGE_KEYS.wallColumns, '1')),
];
