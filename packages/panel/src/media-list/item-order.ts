import type { ContentItem } from 'contracts/media-items';

/**
 * The list with an arrived file. Files that were added together may arrive in another order: each goes before the first of
 * them that comes later.
 * @param orderOf the place of a file among those added since the list is open; undefined for the others
 */
export const withArrived = (
  items: readonly ContentItem[],
  arrived: ContentItem,
  orderOf: (filename: string) => number | undefined,
): ContentItem[] => {
  const order = orderOf(arrived.filename) ?? Infinity;
  const later = items.findIndex(({ filename }) => (orderOf(filename) ?? -1) > order);
  return later < 0 ? [...items, arrived] : [...items.slice(0, later), arrived, ...items.slice(later)];
};

/**
 * The list with removed items back at their places: each after the last of those before it that is still there.
 * @param order the filenames before the removal
 */
export const withRestored = (
  items: readonly ContentItem[],
  removed: readonly ContentItem[],
  order: readonly string[],
): ContentItem[] => {
  const byName = new Map(removed.map((item) => [item.filename, item]));
  const placeOf = new Map(order.map((filename, place) => [filename, place]));
  const restored = [...items];
  for (const [place, filename] of order.entries()) {
    const item = byName.get(filename);
    if (!item) continue;
    const before = restored.findLastIndex((other) => (placeOf.get(other.filename) ?? Infinity) < place);
    restored.splice(before + 1, 0, item);
  }
  return restored;
};

/** "Photo 1, Photo 2 et 4 autres": what a question names. */
export const enumerate = (names: readonly string[], most = 6): string => {
  if (names.length <= most) return new Intl.ListFormat('fr', { type: 'conjunction' }).format(names);
  const unnamedCount = names.length - most;
  return `${names.slice(0, most).join(', ')} et ${unnamedCount} ${unnamedCount < 2 ? 'autre' : 'autres'}`;
};
