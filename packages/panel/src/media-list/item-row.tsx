import { useSortable } from '@dnd-kit/sortable';
import type { ContentItem } from 'contracts/media-items';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Film from 'lucide-react/icons/film';
import GripVertical from 'lucide-react/icons/grip-vertical';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import { Toggle } from 'ui/toggle';
import type { Caller } from 'web-kit/api';
import styles from './item-row.module.css';
import { LikesField } from './likes-field.tsx';
import { stateTextOf } from './texts.ts';
import { useFreshPicture } from './use-fresh-picture.ts';

/** Actions on an item; the same object in every rendering. */
export interface ItemActions {
  /** `isRange`: shift was pressed. */
  select: (filename: string, isOn: boolean, isRange: boolean) => void;
  change: (filename: string, next: Partial<ContentItem>) => void;
  /** @param text likes that are not a number; null once they are corrected */
  wrongLikes: (filename: string, text: string | null) => void;
  /** Moves the item up or down by one, by button. */
  step: (index: number, by: Step) => void;
  /** Opens the dialog for the date of publication. */
  schedule: (filename: string) => void;
  remove: (filename: string) => void;
}

export type Step = -1 | 1;

interface ItemRowProps {
  item: ContentItem;
  index: number;
  /** Such as "Photo 3". */
  name: string;
  isLast: boolean;
  isVideo: boolean;
  slug: string;
  session: Caller;
  isSelected: boolean;
  /** Typed likes that are not a number. */
  wrongLikes: string | undefined;
  /** Current time, updated when a scheduled item is due. */
  nowMs: number;
  actions: ItemActions;
}

const ROLE = { roleDescription: 'élément à déplacer' };

/** Item of a list: position, lock, likes and deletion. Memoised, as a list has hundreds. */
export const ItemRow = memo(function ItemRow({
  item,
  index,
  name,
  isLast,
  isVideo,
  slug,
  session,
  isSelected,
  wrongLikes,
  nowMs,
  actions,
}: ItemRowProps) {
  const { filename } = item;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: filename,
    attributes: ROLE,
  });
  const { picture, onPictureError } = useFreshPicture({ item, slug, session });
  const step = (by: Step) => {
    const goesNoFurther = by < 0 ? index === 0 : isLast;
    return {
      'data-step': `${filename} ${by}`,
      'aria-disabled': goesNoFurther,
      onClick: goesNoFurther ? undefined : () => actions.step(index, by),
    };
  };
  return (
    <div
      ref={setNodeRef}
      className={isDragging ? styles.dragged : styles.item}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <MediaRow
        as="div"
        before={
          <>
            <IconButton
              ref={setActivatorNodeRef}
              label={`Déplacer ${name}`}
              className={styles.handle}
              {...attributes}
              {...listeners}
            >
              <GripVertical />
            </IconButton>
            <Checkbox
              className={styles.check}
              label={<span className="visually-hidden">{`Sélectionner ${name}`}</span>}
              checked={isSelected}
              onChange={({ target, nativeEvent }) =>
                actions.select(filename, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </>
        }
        picture={picture}
        onPictureError={onPictureError}
        icon={isVideo ? <Film /> : <ImageIcon />}
        title={
          <>
            <span>{item.duration ? `${name}, ${item.duration}` : name}</span>
            {item.originalName && <bdi className={styles.file}>{item.originalName}</bdi>}
          </>
        }
        progress={item.state === 'processing' && <Progress label={`Préparation\u00a0: ${name}`} />}
        state={stateTextOf(item, nowMs)}
        tone={item.state === 'failed' ? 'error' : 'plain'}
      >
        <Toggle
          bare
          label={`Verrouiller ${name}`}
          checked={item.isLocked}
          onChange={({ target }) => actions.change(filename, { isLocked: target.checked })}
        />
        <LikesField
          name={name}
          likes={item.likes}
          wrong={wrongLikes}
          onChange={(likes) => actions.change(filename, { likes })}
          onWrong={(text) => actions.wrongLikes(filename, text)}
        />
        <IconButton label={`Programmer ${name}`} className={styles.schedule} onClick={() => actions.schedule(filename)}>
          <CalendarClock />
        </IconButton>
        <IconButton label={`Monter ${name}`} className={styles.move} {...step(-1)}>
          <ChevronUp />
        </IconButton>
        <IconButton label={`Descendre ${name}`} className={styles.move} {...step(1)}>
          <ChevronDown />
        </IconButton>
        <IconButton danger label={`Supprimer ${name}`} data-remove={filename} onClick={() => actions.remove(filename)}>
          <Trash2 />
        </IconButton>
      </MediaRow>
    </div>
  );
});
