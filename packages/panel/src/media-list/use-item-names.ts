import type { ContentItem } from 'contracts/media-items';
import { useCallback, useMemo } from 'react';

/** The items' filenames; the same array until one is added, moved or removed, so that a lock or a like redraws no row. */
export const useFilenames = (items: readonly ContentItem[]): readonly string[] => {
  const key = items.map(({ filename }) => filename).join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
};

/** Names an item by its place in the whole list, whatever the filter: "Photo 3". */
export const useItemNames = (items: readonly ContentItem[], word: string): ((filename: string) => string) => {
  const filenames = useFilenames(items);
  const places = useMemo(() => new Map(filenames.map((filename, index) => [filename, index + 1])), [filenames]);
  return useCallback((filename) => `${word} ${places.get(filename) ?? 0}`, [word, places]);
};
