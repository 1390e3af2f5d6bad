import BadgeCheck from 'lucide-react/icons/badge-check';
import BadgeX from 'lucide-react/icons/badge-x';
import Archive from 'lucide-react/icons/archive';
import Globe from 'lucide-react/icons/globe';
import Radio from 'lucide-react/icons/radio';
import RadioOff from 'lucide-react/icons/radio-off';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Button } from 'ui/button';
import { IconButton } from 'ui/icon-button';
import { plural } from 'web-kit/formats';
import styles from './bulk-bar.module.css';
import type { QuickChange } from './use-quick-changes.ts';

interface BulkBarProps {
  selected: number;
  onChange: (change: QuickChange) => void;
  onDelete: () => void;
  onClear: () => void;
}

/** Bar at the bottom of the screen with the actions on all selected models, if any. */
export function BulkBar({ selected, onChange, onDelete, onClear }: BulkBarProps) {
  return (
    <div className={styles.bar} role="region" aria-label="Sélection" data-foot-bar>
      <span className={styles.count} role="status">
        {plural(selected, 'sélectionné')}
      </span>
      <div className={styles.actions}>
        <Button small onClick={() => onChange({ is_live: true })}>
          <Radio />
          Mettre en live
        </Button>
        <Button small onClick={() => onChange({ is_live: false })}>
          <RadioOff />
          Arrêter le live
        </Button>
        <Button small onClick={() => onChange({ is_verified: true })}>
          <BadgeCheck />
          Vérifier
        </Button>
        <Button small onClick={() => onChange({ is_verified: false })}>
          <BadgeX />
          Retirer la vérification
        </Button>
        <Button small onClick={() => onChange({ state: 'published' })}>
          <Globe />
          Publier
        </Button>
        <Button small onClick={() => onChange({ state: 'archived' })}>
          <Archive />
          Archiver
        </Button>
        <Button small variant="danger" onClick={onDelete}>
          <Trash2 />
          Supprimer
        </Button>
      </div>
      <IconButton label="Annuler la sélection" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  );
}
