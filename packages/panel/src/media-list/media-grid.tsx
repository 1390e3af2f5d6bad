import type { ContentItem } from 'contracts/media-items';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import type { Caller } from 'web-kit/api';
import { GridCell } from './grid-cell.tsx';
import { cellsIn, GAP_PX, indexAfterKey } from './grid-geometry.ts';
import type { ItemActions } from './item-row.tsx';
import styles from './media-grid.module.css';
import { useGridRows } from './use-grid-rows.ts';
import { useMarquee } from './use-marquee.ts';

export interface GridSelection {
  selected: ReadonlySet<string>;
  pick: (filename: string, isOn: boolean, isRange: boolean) => void;
  pickAll: (isOn: boolean) => void;
  replace: (filenames: ReadonlySet<string>, anchor: string | null) => void;
}

interface MediaGridProps {
  label: string;
  items: readonly ContentItem[];
  /** Returns a name such as "Photo 3". */
  nameOf: (filename: string) => string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  selection: GridSelection;
  /** Typed likes that are not a number, by filename. */
  wrongLikes: ReadonlyMap<string, string>;
  nowMs: number;
  actions: ItemActions;
  onOpen: (filename: string) => void;
}

/** Grid of media: selected by mouse, marquee, finger and keyboard, opened by a click. */
export function MediaGrid({ label, items, nameOf, selection, wrongLikes, actions, onOpen, ...cell }: MediaGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const focusTarget = useRef<number | null>(null);
  const beforeMarquee = useRef<ReadonlySet<string>>(new Set());
  /** Cells of the last marquee, to skip its many steps that change none. */
  const boxedCells = useRef('');
  const current = Math.min(focusedIndex, items.length - 1);
  const { geometry, isWhole, height, rows, scrollTo } = useGridRows(frame, items.length, current);
  const { columns, cellWidth, cellHeight } = geometry;
  const { selected, pick, pickAll, replace } = selection;

  const { box, handlers, consumeGestureEnd } = useMarquee({
    frame,
    onStart: (isAdding) => {
      beforeMarquee.current = isAdding ? selected : new Set();
      boxedCells.current = 'none yet';
    },
    onBox: (area) => {
      const inBox = cellsIn(geometry, items.length, area).flatMap((index) => items[index]?.filename ?? []);
      const cells = inBox.join(' ');
      if (cells === boxedCells.current) return;
      boxedCells.current = cells;
      replace(new Set([...beforeMarquee.current, ...inBox]), inBox.at(-1) ?? null);
    },
    onLongPress: (index) => toggle(index, false),
  });

  const toggle = (index: number, isRange: boolean) => {
    const item = items[index];
    if (!item) return;
    setFocusedIndex(index);
    pick(item.filename, isRange || !selected.has(item.filename), isRange);
  };
  const focus = (index: number) => {
    setFocusedIndex(index);
    focusTarget.current = index;
    scrollTo(index);
  };
  // The row of the next cell may be rendered only after the scroll.
  useLayoutEffect(() => {
    if (focusTarget.current === null) return;
    const button = frame.current?.querySelector<HTMLElement>(`[data-cell="${focusTarget.current}"] [data-open]`);
    if (!button) return;
    focusTarget.current = null;
    button.focus({ preventScroll: !isWhole });
  });

  const press = (event: KeyboardEvent) => {
    // After a click on a checkbox the focus is there.
    if (!(event.target instanceof Element) || !event.target.matches('[data-open], input[type=checkbox]')) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (isModified && event.key.toLowerCase() === 'a') pickAll(true);
    else if (event.key === ' ' && event.target.matches('[data-open]')) toggle(current, event.shiftKey);
    else {
      const to = event.altKey || isModified ? null : indexAfterKey(event.key, current, items.length, columns);
      if (to === null) return;
      const from = items[current];
      // The range starts where shift was first pressed.
      if (event.shiftKey && from && selected.size === 0) pick(from.filename, true, false);
      const target = items[to];
      if (event.shiftKey && target) pick(target.filename, true, true);
      focus(to);
    }
    event.preventDefault();
  };
  const enter = ({ target }: FocusEvent) => {
    const cell = target.closest<HTMLElement>('[data-cell]');
    if (cell) setFocusedIndex(Number(cell.dataset.cell));
  };
  const click = (event: MouseEvent) => {
    if (consumeGestureEnd()) {
      event.preventDefault();
      return;
    }
    const opener = event.target instanceof Element ? event.target.closest('[data-open]') : null;
    const index = Number(opener?.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? -1);
    const item = items[index];
    if (!opener || !item) return;
    setFocusedIndex(index);
    // A click by keyboard has a `detail` of 0: Enter opens the item even during a selection.
    const isSelecting = selected.size > 0 && event.detail > 0;
    if (event.shiftKey) toggle(index, true);
    else if (event.ctrlKey || event.metaKey || isSelecting) toggle(index, false);
    else if (item.isViewable) onOpen(item.filename);
  };

  return (
    <div
      ref={frame}
      role="presentation"
      className={isWhole ? styles.whole : styles.frame}
      {...handlers}
      onClick={click}
      onFocus={enter}
      onKeyDown={press}
    >
      <ul className={styles.cells} aria-label={label} style={{ height }}>
        {rows.flatMap(({ index: row, start }) =>
          items.slice(row * columns, (row + 1) * columns).map((item, column) => {
            const index = row * columns + column;
            return (
              <li
                key={item.filename}
                data-cell={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                style={{ left: column * (cellWidth + GAP_PX), top: start, width: cellWidth, height: cellHeight }}
              >
                <GridCell
                  item={item}
                  name={nameOf(item.filename)}
                  isSelected={selected.has(item.filename)}
                  wrongLikes={wrongLikes.get(item.filename)}
                  isCurrent={index === current}
                  actions={actions}
                  {...cell}
                />
              </li>
            );
          }),
        )}
      </ul>
      <div ref={box} className={styles.marquee} aria-hidden hidden />
    </div>
  );
}
