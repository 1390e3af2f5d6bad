import { useSortable } from '@dnd-kit/sortable';
import type { ContentItem } from 'contracts/models';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Film from 'lucide-react/icons/film';
import GripVertical from 'lucide-react/icons/grip-vertical';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import type { MouseEvent } from 'react';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import { Toggle } from 'ui/toggle';
import type { Caller } from 'web-kit/api';
import styles from './item-row.module.css';
import { LikesField } from './likes-field.tsx';
import type { Placement } from './sortable-list.tsx';
import { useFreshPicture } from './use-fresh-picture.ts';

interface ItemRowProps {
  item: ContentItem;
  /** "Photo 3" */
  name: string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  placement: Placement;
  isSelected: boolean;
  /** `isRange`: shift was held. */
  onSelect: (isOn: boolean, isRange: boolean) => void;
  onChange: (next: Partial<ContentItem>) => void;
  /** Up or down by one; absent where it goes no further. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onDelete: () => void;
}

const stateOf = ({ state, isLocked }: ContentItem): string => (state === 'processing' ? 'Envoyé, traitement…' : state === 'failed' ? 'Fichier illisible : supprimez-le' : isLocked ? 'Verrouillée' : 'Visible');

/** One item of a list: its place, lock, likes and end. */
export function ItemRow({ item, name, isVideo, slug, session, placement, isSelected, onSelect, onChange, onUp, onDown, onDelete }: ItemRowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: item.filename, attributes: { roleDescription: 'élément à déplacer' } });
  const { picture, onPictureError } = useFreshPicture({ item, slug, session });
  return (
    <li {...placement}>
      <div ref={setNodeRef} className={isDragging ? styles.dragged : styles.item} style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}>
        <MediaRow
          as="div"
          before={
            <>
              <IconButton ref={setActivatorNodeRef} label={`Déplacer ${name}`} className={styles.handle} {...attributes} {...listeners}><GripVertical /></IconButton>
              <Checkbox
                className={styles.check}
                label={<span className="visually-hidden">{`Sélectionner ${name}`}</span>}
                checked={isSelected}
                onChange={(event) => onSelect(event.target.checked, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
              />
            </>
          }
          picture={picture}
          onPictureError={onPictureError}
          icon={isVideo ? <Film /> : <ImageIcon />}
          title={item.duration ? `${name}, ${item.duration}` : name}
          progress={item.state === 'processing' && <Progress label={`Préparation : ${name}`} />}
          state={stateOf(item)}
          tone={item.state === 'failed' ? 'error' : 'plain'}
        >
          <Toggle bare label={`Verrouiller ${name}`} checked={item.isLocked} onChange={(event) => onChange({ isLocked: event.target.checked })} />
          <LikesField name={name} likes={item.likes} onChange={(likes) => onChange({ likes })} />
          <IconButton label={`Monter ${name}`} data-move={`${item.filename} up`} className={styles.move} aria-disabled={!onUp} onClick={onUp}><ChevronUp /></IconButton>
          <IconButton label={`Descendre ${name}`} data-move={`${item.filename} down`} className={styles.move} aria-disabled={!onDown} onClick={onDown}><ChevronDown /></IconButton>
          <IconButton danger label={`Supprimer ${name}`} onClick={onDelete}><Trash2 /></IconButton>
        </MediaRow>
      </div>
    </li>
  );
}
