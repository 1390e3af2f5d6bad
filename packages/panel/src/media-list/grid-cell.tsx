import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Film from 'lucide-react/icons/film';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { memo } from 'react';
import { Badge } from 'ui/badge';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import type { Caller } from 'web-kit/api';
import type { ItemActions } from './item-row.tsx';
import { LikesField } from './likes-field.tsx';
import styles from './media-grid.module.css';
import { publicationText, stateTextOf } from './texts.ts';
import { useFreshPicture } from './use-fresh-picture.ts';

interface GridCellProps {
  item: ContentItem;
  /** Such as "Photo 3". */
  name: string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  isSelected: boolean;
  /** Typed likes that are not a number. */
  wrongLikes: string | undefined;
  /** Whether Tab reaches this cell; the arrow keys move to the others. */
  isCurrent: boolean;
  /** Current time, updated when a scheduled item is due. */
  nowMs: number;
  actions: ItemActions;
}

/** Item of the grid: picture, state, lock and likes. Memoised, as a grid has hundreds. */
export const GridCell = memo(function GridCell({
  item,
  name,
  isVideo,
  slug,
  session,
  isSelected,
  wrongLikes,
  isCurrent,
  nowMs,
  actions,
}: GridCellProps) {
  const { filename, isLocked, originalName, publishAt } = item;
  const { picture, onPictureError } = useFreshPicture({ item, slug, session });
  const state = stateTextOf(item, nowMs);
  const isEarly = isScheduled(item, nowMs);
  const icon = isVideo ? <Film /> : <ImageIcon />;
  return (
    <div className={isSelected ? styles.selected : styles.cell}>
      <div className={isEarly ? styles.early : styles.picture}>
        {picture ? <img src={picture} alt="" loading="lazy" draggable={false} onError={onPictureError} /> : icon}
        <button
          type="button"
          className={styles.open}
          data-open
          tabIndex={isCurrent ? 0 : -1}
          aria-disabled={!item.isViewable || undefined}
          aria-label={['Ouvrir ' + name, originalName, state, isSelected && 'sélectionnée'].filter(Boolean).join(', ')}
        />
        <Checkbox
          className={styles.pick}
          label={<span className="visually-hidden">{`Sélectionner ${name}`}</span>}
          tabIndex={-1}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            actions.select(filename, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
        <span className={styles.badges} aria-hidden>
          {isEarly && publishAt && (
            <Badge tone="plate">
              <CalendarClock />
              {publicationText(publishAt, nowMs)}
            </Badge>
          )}
          {isLocked && (
            <Badge tone="plate">
              <Lock />
            </Badge>
          )}
        </span>
        {item.duration && <span className={styles.duration}>{item.duration}</span>}
      </div>
      <p className={styles.name}>
        <bdi>{originalName ?? name}</bdi>
      </p>
      <p className={item.state === 'failed' ? styles.failed : styles.state} title={state}>
        {state}
      </p>
      <div className={styles.controls} data-control>
        <LikesField
          name={name}
          likes={item.likes}
          wrong={wrongLikes}
          onChange={(likes) => actions.change(filename, { likes })}
          onWrong={(text) => actions.wrongLikes(filename, text)}
        />
        <IconButton label={`Programmer ${name}`} onClick={() => actions.schedule(filename)}>
          <CalendarClock />
        </IconButton>
        <IconButton
          label={`${isLocked ? 'Déverrouiller' : 'Verrouiller'} ${name}`}
          onClick={() => actions.change(filename, { isLocked: !isLocked })}
        >
          {isLocked ? <Lock /> : <LockOpen />}
        </IconButton>
      </div>
    </div>
  );
});
