import type { ContentItem } from 'contracts/media-items';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleUser from 'lucide-react/icons/circle-user';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from 'ui/button';
import { Toggle } from 'ui/toggle';
import { formatNumber } from 'web-kit/formats';
import type { ItemActions } from './item-row.tsx';
import { LikesField } from './likes-field.tsx';
import { stateTextOf } from './texts.ts';
import styles from './viewer-side.module.css';

export interface ViewerSideProps {
  item: ContentItem;
  /** "Photo 3" */
  name: string;
  /** "3 sur 20" */
  place: string;
  /** Milliseconds. */
  now: number;
  actions: ItemActions;
  /** Makes the photo the model's avatar or cover; null where that cannot be. */
  onPicture: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | null;
}

/** What an item is, and what can be done to it while it is looked at. It stands inside the model's form. */
export function ViewerSide({ item, name, place, now, actions, onPicture }: ViewerSideProps) {
  const { filename, originalName, width, height, duration } = item;
  const size = width && height ? `${formatNumber(width)}\u00a0×\u00a0${formatNumber(height)}` : null;
  return (
    <>
      <div>
        <h3 className={`heading ${styles.name}`}>
          <bdi>{originalName ?? name}</bdi>
        </h3>
        <p className="small soft">{[originalName && name, place, size, duration].filter(Boolean).join(', ')}</p>
      </div>
      <Toggle
        label="Verrouillée"
        checked={item.isLocked}
        onChange={({ target }) => actions.change(filename, { isLocked: target.checked })}
      />
      {/* Enter would save the model. */}
      <div className={styles.likes} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} role="none">
        <span className={styles.label} aria-hidden>
          Likes affichés
        </span>
        <LikesField
          key={filename}
          name={name}
          likes={item.likes}
          onChange={(likes) => actions.change(filename, { likes })}
        />
      </div>
      <div className={styles.publication}>
        <p>
          <span className={styles.label}>Publication</span>
          <span className="small soft">{stateTextOf(item, now)}</span>
        </p>
        <Button small aria-label={`Programmer ${name}`} onClick={() => actions.schedule(filename)}>
          <CalendarClock />
          Programmer
        </Button>
      </div>
      <div className={styles.actions}>
        {onPicture && (
          <>
            <Button small wide onClick={() => onPicture('cover', item)}>
              <ImageIcon />
              Définir comme couverture
            </Button>
            <Button small wide onClick={() => onPicture('avatar', item)}>
              <CircleUser />
              Définir comme avatar
            </Button>
          </>
        )}
        <Button small wide variant="danger" onClick={() => actions.remove(filename)}>
          <Trash2 />
          Supprimer
        </Button>
      </div>
    </>
  );
}
