/** Gap between two cells. */
export const GAP_PX = 12;
/** Minimum width of a cell; a phone has two columns even if they are narrower. */
const MIN_CELL_PX = 168;
const MIN_COLUMNS = 2;
/** Height of the texts below the picture: name, state and likes. */
const CAPTION_PX = 108;

/** Columns and size of a grid's cells, in CSS pixels. */
export interface Geometry {
  columns: number;
  cellWidth: number;
  cellHeight: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Computes columns and cells of a grid of this width, all in CSS pixels. */
export const geometryOf = (width: number): Geometry => {
  const columns = Math.max(MIN_COLUMNS, Math.floor((width + GAP_PX) / (MIN_CELL_PX + GAP_PX)));
  const cellWidth = Math.max(0, (width - GAP_PX * (columns - 1)) / columns);
  return { columns, cellWidth, cellHeight: cellWidth * 1.25 + CAPTION_PX };
};

/** Returns the box between two points. */
export const boxOf = (from: { x: number; y: number }, to: { x: number; y: number }): Box => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  right: Math.max(from.x, to.x),
  bottom: Math.max(from.y, to.y),
});

/** Returns the indexes of the cells that a box touches. Computed, as most cells are not in the document. */
export const cellsIn = ({ columns, cellWidth, cellHeight }: Geometry, count: number, box: Box): number[] => {
  const stepX = cellWidth + GAP_PX;
  const stepY = cellHeight + GAP_PX;
  const indexes: number[] = [];
  const lastRow = Math.min(Math.ceil(count / columns) - 1, Math.floor(box.bottom / stepY));
  for (let row = Math.max(0, Math.floor(box.top / stepY)); row <= lastRow; row++) {
    if (box.top > row * stepY + cellHeight) continue;
    for (let column = 0; column < columns; column++) {
      const left = column * stepX;
      const index = row * columns + column;
      if (index < count && box.left <= left + cellWidth && box.right >= left) indexes.push(index);
    }
  }
  return indexes;
};

/** Returns the cell that a key moves to; null for keys that do not move. */
export const indexAfterKey = (key: string, index: number, count: number, columns: number): number | null => {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  if (to === undefined) return null;
  return to < 0 || to >= count ? index : to;
};
