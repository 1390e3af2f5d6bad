import type { ContentItem } from 'contracts/media-items';
import { useCallback, useMemo } from 'react';

/**
 * Returns the items' filenames, as the same array until one is added, moved or removed, so that a lock or a like renders no other
 * row.
 */
export const useFilenames = (items: readonly ContentItem[]): readonly string[] => {
  const key = items.map(({ filename }) => filename).join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
};

/** Returns a function that names an item by its position in the whole list, regardless of the filter: "Photo 3". */
export const useItemNames = (items: readonly ContentItem[], word: string): ((filename: string) => string) => {
  const filenames = useFilenames(items);
  const places = useMemo(() => new Map(filenames.map((filename, index) => [filename, index + 1])), [filenames]);
  return useCallback((filename) => `${word} ${places.get(filename) ?? 0}`, [word, places]);
};
