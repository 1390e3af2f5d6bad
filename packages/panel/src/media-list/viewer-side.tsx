import type { UploadState } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleUser from 'lucide-react/icons/circle-user';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from 'ui/button';
import { TextButton } from 'ui/text-link';
import { Toggle } from 'ui/toggle';
import { formatBytes, formatDate, formatNumber } from 'web-kit/formats';
import { SaveButton } from '../save-button/index.tsx';
import type { ItemActions } from './item-row.tsx';
import { LikesField } from './likes-field.tsx';
import { stateTextOf } from './texts.ts';
import styles from './viewer-side.module.css';

export interface ViewerSideProps {
  item: ContentItem;
  /** Such as "Photo 3". */
  name: string;
  /** Position such as "3 sur 20". */
  place: string;
  /** Query of the data of the uploaded file. */
  original: { data?: UploadState | undefined; isError: boolean; refetch: () => unknown };
  /** Saves the uploaded file. */
  onSave: () => Promise<void>;
  nowMs: number;
  actions: ItemActions;
  /** Typed likes that are not a number, by filename. */
  wrongLikes: ReadonlyMap<string, string>;
  /** Makes the photo the model's avatar or cover; null where that is impossible. */
  onPicture: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | null;
}

const pixelText = (width: number | undefined, height: number | undefined): string | null =>
  width && height ? `${formatNumber(width)}\u00a0×\u00a0${formatNumber(height)}` : null;

/** Lists pixels, size and date of the uploaded file; for older files the pixels of the renditions. */
const factsOf = ({ width, height }: ContentItem, original: UploadState | undefined): (string | null)[] => {
  if (!original) return [];
  const pixels = pixelText(width, height);
  return [
    pixelText(original.originalWidth, original.originalHeight) ?? (pixels && `diffusée en ${pixels}`),
    original.bytes === undefined ? null : formatBytes(original.bytes),
    original.uploadedAt === undefined ? null : `ajoutée le ${formatDate(original.uploadedAt)}`,
  ];
};

/** Facts about the shown item and actions on it, rendered inside the model's form. */
export function ViewerSide({
  item,
  name,
  place,
  original,
  onSave,
  nowMs,
  actions,
  wrongLikes,
  onPicture,
}: ViewerSideProps) {
  const { filename, originalName, duration } = item;
  return (
    <>
      <div>
        <h3 className={`heading ${styles.name}`}>
          <bdi>{originalName ?? name}</bdi>
        </h3>
        <p className="small soft">
          {[originalName && name, place, duration, ...factsOf(item, original.data)].filter(Boolean).join(', ')}
        </p>
        {original.isError && (
          <p className="small soft" role="status">
            Poids, dimensions et date n’ont pas pu être chargés.{' '}
            <TextButton onClick={() => void original.refetch()}>Réessayer</TextButton>
          </p>
        )}
      </div>
      <Toggle
        label="Verrouillée"
        checked={item.isLocked}
        onChange={({ target }) => actions.change(filename, { isLocked: target.checked })}
      />
      {/* Enter must not submit the model's form. */}
      <div className={styles.likes} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} role="none">
        <span className={styles.label} aria-hidden>
          Likes affichés
        </span>
        <LikesField
          key={filename}
          name={name}
          likes={item.likes}
          wrong={wrongLikes.get(filename)}
          onChange={(likes) => actions.change(filename, { likes })}
          onWrong={(text) => actions.wrongLikes(filename, text)}
        />
      </div>
      <div className={styles.publication}>
        <p>
          <span className={styles.label}>Publication</span>
          <span className="small soft">{stateTextOf(item, nowMs)}</span>
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
        <SaveButton key={filename} small wide label="Télécharger l’original" save={onSave} />
        <Button small wide variant="danger" onClick={() => actions.remove(filename)}>
          <Trash2 />
          Supprimer
        </Button>
      </div>
    </>
  );
}
