import type { ContentItem } from 'contracts/models';
import Film from 'lucide-react/icons/film';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { IconButton } from 'ui/icon-button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import { Toggle } from 'ui/toggle';
import styles from './item-row.module.css';

interface ItemRowProps {
  item: ContentItem;
  /** "Photo 3" */
  name: string;
  onChange: (next: Partial<ContentItem>) => void;
  onDelete: () => void;
}

/** Likes are an integer; empty means none (specification, section 2). */
const likesOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);
const stateOf = ({ state, isLocked }: ContentItem): string => (state === 'processing' ? 'Envoyé, traitement…' : state === 'failed' ? 'Fichier illisible : supprimez-le' : isLocked ? 'Verrouillé' : 'Visible');

export function ItemRow({ item, name, onChange, onDelete }: ItemRowProps) {
  const [likes, setLikes] = useState(item.likes === null ? '' : String(item.likes));
  return (
    <MediaRow
      picture={item.image || null}
      icon={<Film />}
      title={item.duration ? `${name}, ${item.duration}` : name}
      progress={item.state === 'processing' && <Progress label={`Préparation : ${name}`} />}
      state={stateOf(item)}
      tone={item.state === 'failed' ? 'error' : 'plain'}
    >
      <Toggle bare label={`Verrouiller ${name}`} checked={item.isLocked} onChange={(event) => onChange({ isLocked: event.target.checked })} />
      <input
        className={styles.likes}
        inputMode="numeric"
        aria-label={`Likes de ${name}`}
        placeholder="Likes"
        value={likes}
        onChange={(event) => {
          setLikes(event.target.value);
          onChange({ likes: likesOf(event.target.value) });
        }}
        onBlur={() => setLikes(item.likes === null ? '' : String(item.likes))}
      />
      <IconButton danger label={`Supprimer ${name}`} onClick={onDelete}><Trash2 /></IconButton>
    </MediaRow>
  );
}
