import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { DragEndEvent, Modifier } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { SortingStrategy } from '@dnd-kit/sortable';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { extendedRange } from './extended-range.ts';
import styles from './sortable-list.module.css';
import { DRAG_INSTRUCTIONS, dragAnnouncements, OF_FILES } from './texts.ts';
import type { DragWords } from './texts.ts';

/** Number of rows up to which all are rendered; a longer list scrolls in its own frame and renders the visible ones. */
const MAX_UNWINDOWED = 24;
/** Height of a row with its gap until it is measured: one line, or two on a phone. */
const ESTIMATED_HEIGHT_PX = 92;
/** Rows rendered beyond each edge, so that arrow keys always find the next one. */
const OVERSCAN_ROWS = 6;

interface SortableListProps {
  label: string;
  /** The same array while the order is the same: a new one renders every row. */
  ids: readonly string[];
  nameOf: (index: number) => string;
  onMove: (from: number, to: number) => void;
  /** The same object in every rendering. */
  words?: DragWords | undefined;
  /** Renders the row at an index. */
  row: (index: number) => ReactNode;
}

const alongList: Modifier = ({ transform }) => ({ ...transform, x: 0 });
// A constant: a new array would render every row again.
const MODIFIERS = [alongList];
const POINTER = { activationConstraint: { distance: 4 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

interface SortableProps extends Omit<SortableListProps, 'label' | 'row'> {
  /** Container of the instructions for screen readers; without one they follow the rows. */
  container?: HTMLElement | null;
  strategy?: SortingStrategy;
  /** Called when a row is lifted, and with null when it is dropped. */
  onLift?: (index: number | null) => void;
  children: ReactNode;
}

/** Context of rows (`useSortable`) that are sorted by pointer, finger or keyboard, with announcements in French. */
export function Sortable({
  ids,
  nameOf,
  onMove,
  words = OF_FILES,
  container,
  strategy = verticalListSortingStrategy,
  onLift,
  children,
}: SortableProps) {
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const accessibility = useMemo(
    () => ({
      announcements: dragAnnouncements(ids, nameOf, words),
      screenReaderInstructions: DRAG_INSTRUCTIONS,
      ...(container && { container }),
    }),
    [ids, nameOf, words, container],
  );
  const [isLifted, setLifted] = useState(false);
  const lift = (index: number | null) => {
    setLifted(index !== null);
    onLift?.(index);
  };
  useEffect(() => {
    if (!isLifted) return;
    // Escape only ends the drag: it must not close the form or clear a selection.
    const press = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [isLifted]);
  const end = ({ active, over }: DragEndEvent) => {
    lift(null);
    if (over && over.id !== active.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      accessibility={accessibility}
      onDragStart={({ active }) => lift(ids.indexOf(String(active.id)))}
      onDragCancel={() => lift(null)}
      onDragEnd={end}
    >
      <SortableContext items={ids as string[]} strategy={strategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** List of sortable rows. */
export function SortableList(props: SortableListProps) {
  const { ids, nameOf, onMove, words } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <Sortable ids={ids} nameOf={nameOf} onMove={onMove} words={words} onLift={setDragged}>
      {ids.length > MAX_UNWINDOWED ? <WindowedRows {...props} dragged={dragged} /> : <AllRows {...props} />}
    </Sortable>
  );
}

function AllRows({ label, ids, row }: SortableListProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {ids.map((id, index) => (
        <li key={id}>{row(index)}</li>
      ))}
    </ul>
  );
}

function WindowedRows({ label, ids, row, dragged }: SortableListProps & { dragged: number | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const rangeExtractor = useCallback((range: Range) => extendedRange(range, dragged), [dragged]);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
  });
  return (
    <div ref={frame} className={styles.frame}>
      <ul className={styles.window} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            style={{ top: start }}
            data-index={index}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
