import type { ContentItem } from 'contracts/media-items';

/** States that a media list is filtered by. */
export const ITEM_FILTERS = ['all', 'unlocked', 'locked', 'processing', 'failed'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];

const LABELS: Record<ItemFilter, string> = {
  all: 'Toutes',
  unlocked: 'Déverrouillées',
  locked: 'Verrouillées',
  processing: 'En préparation',
  failed: 'En échec',
};

/** The one state of an item; a file that is not ready is neither locked nor unlocked for a visitor. */
const stateOf = ({ state, isLocked }: ContentItem): ItemFilter =>
  state === 'processing' || state === 'failed' ? state : isLocked ? 'locked' : 'unlocked';

export const passesFilter = (item: ContentItem, filter: ItemFilter): boolean =>
  filter === 'all' || stateOf(item) === filter;

/** The filters that find something, and the chosen one, each with its count. */
export const filterChips = (
  items: readonly ContentItem[],
  chosen: ItemFilter,
): { value: ItemFilter; label: string }[] => {
  const counts = new Map<ItemFilter, number>([['all', items.length]]);
  for (const item of items) counts.set(stateOf(item), (counts.get(stateOf(item)) ?? 0) + 1);
  return ITEM_FILTERS.filter((filter) => filter === chosen || counts.has(filter)).map((filter) => ({
    value: filter,
    label: `${LABELS[filter]} (${counts.get(filter) ?? 0})`,
  }));
};
