import type { ContentItem } from 'contracts/media-items';
import Film from 'lucide-react/icons/film';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { memo } from 'react';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import type { Caller } from 'web-kit/api';
import { stateTextOf } from './item-row.tsx';
import type { ItemActions } from './item-row.tsx';
import { LikesField } from './likes-field.tsx';
import styles from './media-grid.module.css';
import { useFreshPicture } from './use-fresh-picture.ts';

interface GridCellProps {
  item: ContentItem;
  /** "Photo 3" */
  name: string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  isSelected: boolean;
  /** The one cell that Tab reaches; the arrows lead to the others. */
  isCurrent: boolean;
  actions: ItemActions;
}

/** One item of the grid: its picture, state, lock and likes. Drawn again only when it changed itself. */
export const GridCell = memo(function GridCell({
  item,
  name,
  isVideo,
  slug,
  session,
  isSelected,
  isCurrent,
  actions,
}: GridCellProps) {
  const { filename, isLocked } = item;
  const { picture, onPictureError } = useFreshPicture({ item, slug, session });
  const state = stateTextOf(item);
  const icon = isVideo ? <Film /> : <ImageIcon />;
  return (
    <div className={isSelected ? styles.selected : styles.cell}>
      <div className={styles.picture}>
        {picture ? <img src={picture} alt="" loading="lazy" draggable={false} onError={onPictureError} /> : icon}
        <button
          type="button"
          className={styles.open}
          data-open
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Ouvrir ${name}, ${state}${isSelected ? ', sélectionnée' : ''}`}
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
        {item.duration && <span className={styles.duration}>{item.duration}</span>}
      </div>
      <p className={styles.name}>{name}</p>
      <p className={item.state === 'failed' ? styles.failed : styles.state} title={state}>
        {state}
      </p>
      <div className={styles.controls} data-control>
        <LikesField name={name} likes={item.likes} onChange={(likes) => actions.change(filename, { likes })} />
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
