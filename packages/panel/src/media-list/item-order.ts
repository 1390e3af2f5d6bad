import type { ContentItem } from 'contracts/media-items';

/**
 * Inserts an arrived file. Files that were added together may arrive in another order: each is inserted before the first of them
 * that was added later.
 * @param orderOf position of a file among those added since the list was opened; undefined for the others
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
 * Inserts removed items at their former positions, each after the nearest former predecessor that is still in the list.
 * @param order filenames before the removal
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

/** Returns a text such as "Photo 1, Photo 2 et 4 autres", for a confirmation. */
export const enumerate = (names: readonly string[], most = 6): string => {
  if (names.length <= most) return new Intl.ListFormat('fr', { type: 'conjunction' }).format(names);
  const unnamedCount = names.length - most;
  return `${names.slice(0, most).join(', ')} et ${unnamedCount} ${unnamedCount < 2 ? 'autre' : 'autres'}`;
};
