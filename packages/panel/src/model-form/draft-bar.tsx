import { LIVE_TIME_ZONE } from 'contracts/limits';
import { Button } from 'ui/button';
import styles from './model-form.module.css';

const WHEN = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'short', timeZone: LIVE_TIME_ZONE });

interface DraftBarProps {
  savedAtMs: number;
  disabled: boolean;
  onRestore: () => void;
  onIgnore: () => void;
}

/** Offers the draft of a form that was left without a save. */
export function DraftBar({ savedAtMs, disabled, onRestore, onIgnore }: DraftBarProps) {
  return (
    <div className={styles.draft} role="group" aria-label="Brouillon retrouvé">
      <p role="status">Brouillon du {WHEN.format(savedAtMs)} retrouvé</p>
      <Button small disabled={disabled} onClick={onRestore}>
        Restaurer
      </Button>
      <Button small variant="ghost" disabled={disabled} onClick={onIgnore}>
        Ignorer
      </Button>
    </div>
  );
}
