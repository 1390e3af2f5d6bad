import type { ContentItem } from 'contracts/media-items';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Returns the file after a removed one, else the one before it. */
export const neighbourIn = (filenames: readonly string[], filename: string): string | null => {
  const place = filenames.indexOf(filename);
  return place < 0 ? null : (filenames[place + 1] ?? filenames[place - 1] ?? null);
};

/**
 * Holds the items of the viewer and the shown one. The list is fixed when it opens: an item that is changed may leave the
 * filter, and deleted files stay in it, so that "Annuler" shows them again.
 */
export const useItemViewer = (area: RefObject<HTMLElement | null>, items: readonly ContentItem[]) => {
  const [viewer, setViewer] = useState<{ filenames: readonly string[]; filename: string } | null>(null);
  const viewed = useMemo(() => {
    if (!viewer) return [];
    const byName = new Map(items.map((item) => [item.filename, item]));
    return viewer.filenames.flatMap((filename) => byName.get(filename) ?? []);
  }, [viewer, items]);
  const show = (filename: string) => setViewer((opened) => opened && { ...opened, filename });
  const close = () => setViewer(null);

  const isOpen = viewer !== null && viewed.length > 0;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The cell that opened the viewer was deleted in it.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      area.current?.querySelector<HTMLElement>('[data-open][tabindex="0"]')?.focus();
    wasOpen.current = isOpen;
  }, [area, isOpen]);

  return {
    /** null: closed. */
    opened: isOpen ? { items: viewed, filename: viewer.filename } : null,
    openAmong: (some: readonly ContentItem[], filename: string) =>
      setViewer({ filenames: some.filter(({ isViewable }) => isViewable).map((item) => item.filename), filename }),
    show,
    close,
    /** Turns from the shown item, which is being deleted, to its neighbour. */
    turnAway: () => {
      if (!viewer) return;
      const next = neighbourIn(
        viewed.map(({ filename }) => filename),
        viewer.filename,
      );
      if (next === null) close();
      else show(next);
    },
  };
};
