import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { fold } from 'contracts/search';
import { formatNumber } from 'web-kit/formats';

/** States by which a media list can be filtered. */
export const ITEM_FILTERS = ['all', 'unlocked', 'locked', 'scheduled', 'processing', 'failed'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];

const LABELS: Record<ItemFilter, string> = {
  all: 'Toutes',
  unlocked: 'Visibles',
  locked: 'Verrouillées',
  scheduled: 'Programmées',
  processing: 'En préparation',
  failed: 'En échec',
};

/** Returns the single state of an item; only a ready, unscheduled item counts as locked or unlocked. */
const stateOf = (item: ContentItem, nowMs: number): ItemFilter => {
  if (item.state === 'processing' || item.state === 'failed') return item.state;
  if (isScheduled(item, nowMs)) return 'scheduled';
  return item.isLocked ? 'locked' : 'unlocked';
};

interface Search {
  filter: ItemFilter;
  /** Part of a file name; empty matches all. */
  query: string;
  nowMs: number;
}

/** Returns the items that match the filter and the search, in their order. */
export const foundItems = (items: readonly ContentItem[], { filter, query, nowMs }: Search): ContentItem[] => {
  const words = fold(query.trim());
  return items.filter(
    (item) =>
      (filter === 'all' || stateOf(item, nowMs) === filter) &&
      (words === '' || fold(item.originalName ?? '').includes(words)),
  );
};

/** Returns the filters with matching items, and the chosen one, each with its count. */
export const filterChips = (
  items: readonly ContentItem[],
  chosen: ItemFilter,
  nowMs: number,
): { value: ItemFilter; label: string; count: string }[] => {
  const counts = new Map<ItemFilter, number>([['all', items.length]]);
  for (const item of items) {
    const state = stateOf(item, nowMs);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return ITEM_FILTERS.filter((filter) => filter === chosen || counts.has(filter)).map((filter) => ({
    value: filter,
    label: LABELS[filter],
    count: formatNumber(counts.get(filter) ?? 0),
  }));
};
