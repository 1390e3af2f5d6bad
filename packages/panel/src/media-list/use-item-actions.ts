import type { ContentItem } from 'contracts/media-items';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { moveItem } from '../move-item.ts';
import type { ItemActions } from './item-row.tsx';
import { positionText } from './texts.ts';

interface ItemActionsOptions {
  area: RefObject<HTMLElement | null>;
  /** The filtered list; the same array while it contains the same files. */
  filenames: readonly string[];
  nameOf: (index: number) => string;
  select: ItemActions['select'];
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
  onWrongLikes: (filename: string, text: string | null) => void;
}

/** Returns actions that change the items of a media list, in an object that stays the same while the filtered list does. */
export const useItemActions = ({ area, filenames, nameOf, select, onChange, onWrongLikes }: ItemActionsOptions) => {
  const change = useRef(onChange);
  const changeWrongLikes = useRef(onWrongLikes);
  const stepped = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [deletionCandidates, setDeletionCandidates] = useState<readonly string[]>([]);
  const [schedulingCandidates, setSchedulingCandidates] = useState<readonly string[]>([]);
  useEffect(() => {
    change.current = onChange;
    changeWrongLikes.current = onWrongLikes;
  });

  const changeItems = useCallback((names: readonly string[], next: Partial<ContentItem>) => {
    const changed = new Set(names);
    change.current((list) => list.map((item) => (changed.has(item.filename) ? { ...item, ...next } : item)));
  }, []);
  // Positions refer to the filtered list.
  const move = useCallback(
    (from: number, to: number) =>
      change.current((list) => {
        const indexOf = (index: number) => list.findIndex(({ filename }) => filename === filenames[index]);
        const [source, target] = [indexOf(from), indexOf(to)];
        return source < 0 || target < 0 ? list : moveItem(list, source, target);
      }),
    [filenames],
  );
  const actions = useMemo<ItemActions>(
    () => ({
      select,
      change: (filename, next) => changeItems([filename], next),
      wrongLikes: (filename, text) => changeWrongLikes.current(filename, text),
      step: (index, by) => {
        move(index, index + by);
        setAnnouncement(positionText(nameOf(index), index + by + 1, filenames.length, 'déplacée'));
        stepped.current = `${filenames[index]} ${by}`;
      },
      schedule: (filename) => setSchedulingCandidates([filename]),
      remove: (filename) => setDeletionCandidates([filename]),
    }),
    [select, changeItems, move, nameOf, filenames],
  );
  // The row has moved with its button, which lost the focus: restored, so that the key can be pressed again.
  useEffect(() => {
    if (!stepped.current) return;
    area.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepped.current)}"]`)?.focus();
    stepped.current = null;
  }, [area, filenames]);

  return {
    actions,
    changeItems,
    move,
    announcement,
    deletionCandidates,
    setDeletionCandidates,
    schedulingCandidates,
    setSchedulingCandidates,
  };
};
