import { useSortable } from '@dnd-kit/sortable';
import type { ModelView } from 'contracts/models';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useCallback, useMemo, useState } from 'react';
import { IconButton } from 'ui/icon-button';
import { Sortable } from '../media-list/index.tsx';
import { isFeatured, MODEL_ROLE, MODEL_WORDS } from '../wall-moves/index.tsx';
import { ModelCells, PickCell } from './model-row.tsx';
import type { RowProps } from './model-row.tsx';
import styles from './model-table.module.css';

interface OrderedRowsProps {
  models: readonly ModelView[];
  rowOf: (model: ModelView) => RowProps;
  onMove: (from: number, to: number) => void;
  /** Element beside the table for dnd-kit's announcements to screen readers. */
  container: HTMLElement | null;
}

/** Leaves the other rows in place: a line marks the target. */
const inPlace = () => null;

/** Rows in the order of the wall, moved by their handles; featured and other models are sorted separately. */
export function OrderedRows({ models, rowOf, onMove, container }: OrderedRowsProps) {
  const [lifted, setLifted] = useState<number | null>(null);
  const key = models.map(({ id }) => id).join(' ');
  const ids = useMemo(() => key.split(' '), [key]);
  const nameOf = useCallback((index: number) => models[index]?.name ?? '', [models]);
  return (
    <Sortable
      ids={ids}
      nameOf={nameOf}
      onMove={onMove}
      words={MODEL_WORDS}
      container={container}
      strategy={inPlace}
      onLift={setLifted}
    >
      {models.map((model, index) => (
        <OrderedRow
          key={model.id}
          {...rowOf(model)}
          position={index + 1}
          isTarget={lifted === null || isFeatured(models[lifted]) === isFeatured(model)}
        />
      ))}
    </Sortable>
  );
}

function OrderedRow({
  isSelected,
  position,
  isTarget,
  ...cells
}: RowProps & { position: number; /** Whether the lifted row may be dropped here. */ isTarget: boolean }) {
  const { model, actions } = cells;
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
    isOver,
    activeIndex,
    index,
  } = useSortable({ id: model.id, attributes: MODEL_ROLE, disabled: { droppable: !isTarget } });
  const isLanding = isOver && !isDragging;
  const looks = [
    isSelected && styles.selected,
    isDragging && styles.dragged,
    isLanding && (activeIndex > index ? styles.above : styles.below),
  ];
  return (
    <tr
      ref={setNodeRef}
      className={looks.filter(Boolean).join(' ')}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <PickCell model={model} isSelected={isSelected} actions={actions} />
      <td className={styles.order}>
        <IconButton
          ref={setActivatorNodeRef}
          label={`Déplacer ${model.name}, position ${position}`}
          className={styles.grip}
          {...attributes}
          {...listeners}
        >
          <GripVertical />
        </IconButton>
      </td>
      <ModelCells {...cells} />
    </tr>
  );
}
