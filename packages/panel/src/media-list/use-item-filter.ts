import type { ContentItem } from 'contracts/media-items';
import { useState } from 'react';
import { foundItems } from './item-filter.ts';
import type { ItemFilter } from './item-filter.ts';
import { useDueClock } from './use-due-clock.ts';
import { useFilenames } from './use-item-names.ts';

/** Filters and searches a media list. */
export const useItemFilter = (items: readonly ContentItem[]) => {
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [query, setQuery] = useState('');
  const nowMs = useDueClock(items);
  const found = foundItems(items, { filter, query, nowMs });
  const filenames = useFilenames(found);
  return { filter, setFilter, query, setQuery, nowMs, found, filenames };
};
