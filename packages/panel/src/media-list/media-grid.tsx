import { useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import type { ContentItem } from 'contracts/media-items';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import type { Caller } from 'web-kit/api';
import { GridCell } from './grid-cell.tsx';
import { cellsIn, GAP_PX, geometryOf, indexAfterKey } from './grid-geometry.ts';
import type { ItemActions } from './item-row.tsx';
import styles from './media-grid.module.css';
import { extendedRange } from './extended-range.ts';
import { useMarquee } from './use-marquee.ts';

/** Number of cells up to which all are rendered; a longer grid scrolls in its own frame and renders the visible ones. */
const MAX_UNWINDOWED = 24;
/** Rows rendered beyond each edge, so that arrow keys always find the next one. */
const OVERSCAN_ROWS = 2;

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
  const [width, setWidth] = useState(0);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const focusTarget = useRef<number | null>(null);
  const beforeMarquee = useRef<ReadonlySet<string>>(new Set());
  /** Cells of the last marquee, to skip its many steps that change none. */
  const boxedCells = useRef('');
  const geometry = useMemo(() => geometryOf(width), [width]);
  const { columns, cellWidth, cellHeight } = geometry;
  const isWhole = items.length <= MAX_UNWINDOWED;
  const rowCount = Math.ceil(items.length / columns);
  const current = Math.min(focusedIndex, items.length - 1);
  const { selected, pick, pickAll, replace } = selection;

  useLayoutEffect(() => {
    const area = frame.current;
    if (!area) return;
    const measure = () => setWidth(area.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, []);

  // The current row stays rendered: it may hold the focus, and contains the one cell that Tab reaches.
  const currentRow = Math.floor(current / columns);
  const rangeExtractor = useCallback((range: Range) => extendedRange(range, currentRow), [currentRow]);
  const virtualizer = useVirtualizer({
    count: isWhole ? 0 : rowCount,
    getScrollElement: () => frame.current,
    estimateSize: () => cellHeight + GAP_PX,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
  });
  // The height of a row depends on the width of the frame.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, cellHeight]);

  const marquee = useMarquee({
    frame,
    onStart: (isAdding) => {
      beforeMarquee.current = isAdding ? selected : new Set();
      boxedCells.current = 'none yet';
    },
    onBox: (box) => {
      const inBox = cellsIn(geometry, items.length, box).flatMap((index) => items[index]?.filename ?? []);
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
    if (!isWhole) virtualizer.scrollToIndex(Math.floor(index / columns));
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
    if (marquee.endsGesture.current) {
      marquee.endsGesture.current = false;
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

  const rows = isWhole
    ? Array.from({ length: rowCount }, (_, index) => ({ index, start: index * (cellHeight + GAP_PX) }))
    : virtualizer.getVirtualItems();
  return (
    <div
      ref={frame}
      role="presentation"
      className={isWhole ? styles.whole : styles.frame}
      {...marquee.handlers}
      onClick={click}
      onFocus={enter}
      onKeyDown={press}
    >
      <ul className={styles.cells} aria-label={label} style={{ height: rowCount * (cellHeight + GAP_PX) }}>
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
      <div ref={marquee.box} className={styles.marquee} aria-hidden hidden />
    </div>
  );
}
