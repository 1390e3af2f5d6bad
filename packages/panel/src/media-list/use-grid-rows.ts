import { useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { extendedRange } from './extended-range.ts';
import { GAP_PX, geometryOf } from './grid-geometry.ts';

/** Number of cells up to which all are rendered; a longer grid scrolls in its own frame and renders the visible ones. */
const MAX_UNWINDOWED = 24;
/** Rows rendered beyond each edge, so that arrow keys always find the next one. */
const OVERSCAN_ROWS = 2;

/** Returns the width of an element's content, also after it changes. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

/**
 * Lays out the cells of a grid and chooses the rows to render.
 * @param current index of the cell that Tab reaches: its row is always rendered, since it may hold the focus
 */
export const useGridRows = (frame: RefObject<HTMLElement | null>, cellCount: number, current: number) => {
  const width = useWidth(frame);
  const geometry = useMemo(() => geometryOf(width), [width]);
  const { columns, cellHeight } = geometry;
  const rowHeight = cellHeight + GAP_PX;
  const isWhole = cellCount <= MAX_UNWINDOWED;
  const rowCount = Math.ceil(cellCount / columns);
  const currentRow = Math.floor(current / columns);
  const rangeExtractor = useCallback((range: Range) => extendedRange(range, currentRow), [currentRow]);
  const virtualizer = useVirtualizer({
    count: isWhole ? 0 : rowCount,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
  });
  // The height of a row depends on the width of the frame.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, cellHeight]);
  return {
    geometry,
    isWhole,
    height: rowCount * rowHeight,
    rows: isWhole
      ? Array.from({ length: rowCount }, (_, index) => ({ index, start: index * rowHeight }))
      : virtualizer.getVirtualItems(),
    /** Scrolls to the row of a cell, unless all are rendered. */
    scrollTo: (index: number) => {
      if (!isWhole) virtualizer.scrollToIndex(Math.floor(index / columns));
    },
  };
};
