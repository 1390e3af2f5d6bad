import type { ContentItem } from 'contracts/media-items';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Returns the file after a removed one, or the one before it at the end of the list. */
export const neighbourIn = (filenames: readonly string[], filename: string): string | null => {
  const place = filenames.indexOf(filename);
  return place < 0 ? null : (filenames[place + 1] ?? filenames[place - 1] ?? null);
};

/**
 * Returns the viewer's items and the shown one. The list is fixed when the viewer opens: a changed item may no longer match the
 * filter, and deleted files must be shown again after "Annuler".
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
    // The cell that opened the viewer was deleted in the viewer.
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
    /** Shows the neighbour of the shown item, which is being deleted. */
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
