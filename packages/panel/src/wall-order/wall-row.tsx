import { useSortable } from '@dnd-kit/sortable';
import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { memo } from 'react';
import { Avatar } from 'ui/avatar';
import { IconButton } from 'ui/icon-button';
import { Toggle } from 'ui/toggle';
import { MODEL_ROLE } from '../wall-moves/index.tsx';
import styles from './wall-order.module.css';

/** The same object in every rendering. */
export interface WallActions {
  step: (id: string, by: -1 | 1) => void;
  feature: (model: ModelView, isFeatured: boolean) => void;
}

interface WallRowProps {
  model: ModelView;
  position: number;
  /** Whether the model is the first, or the last, of its part. */
  isFirst: boolean;
  isLast: boolean;
  actions: WallActions;
}

/** Row of a model on the wall, moved by pointer, finger, keyboard or buttons. */
export const WallRow = memo(function WallRow({ model, position, isFirst, isLast, actions }: WallRowProps) {
  const { id, name, slug } = model;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    attributes: MODEL_ROLE,
  });
  const step = (by: -1 | 1, isEnd: boolean) => ({
    'data-step': `${id} ${by}`,
    'aria-disabled': isEnd,
    onClick: isEnd ? undefined : () => actions.step(id, by),
  });
  return (
    <div
      ref={setNodeRef}
      className={isDragging ? `${styles.row} ${styles.dragged}` : styles.row}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        label={`Déplacer ${name}, position ${position}`}
        className={styles.handle}
        {...attributes}
        {...listeners}
      >
        <GripVertical />
      </IconButton>
      <span className={styles.person}>
        <Avatar
          decorative
          live={model.is_live}
          source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
        />
        <span className={styles.name}>
          <b>{name}</b>
          <span className="soft">@{slug}</span>
        </span>
      </span>
      <Toggle
        near
        label="À la une"
        aria-label={`À la une\u00a0: ${name}`}
        checked={model.is_featured === true}
        onChange={({ target }) => actions.feature(model, target.checked)}
      />
      <span className={styles.steps}>
        <IconButton label={`Monter ${name}`} {...step(-1, isFirst)}>
          <ChevronUp />
        </IconButton>
        <IconButton label={`Descendre ${name}`} {...step(1, isLast)}>
          <ChevronDown />
        </IconButton>
      </span>
    </div>
  );
});
