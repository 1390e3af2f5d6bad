import type { ModelState } from 'contracts/model-fields';
import { Button } from 'ui/button';
import styles from './model-form.module.css';

interface ArchivedBarProps {
  /** The state that is on its way. */
  restoring: ModelState | null;
  onRestore: (state: ModelState) => void;
}

/** Why the form of an archived model is locked, and the ways out of the archives. */
export function ArchivedBar({ restoring, onRestore }: ArchivedBarProps) {
  return (
    <div className={styles.draft} role="group" aria-label="Modèle archivé">
      <p role="status">Ce modèle est archivé&nbsp;: restaurez-le pour le modifier.</p>
      <Button
        small
        busy={restoring === 'draft'}
        disabled={restoring === 'published'}
        onClick={() => onRestore('draft')}
      >
        Restaurer
      </Button>
      <Button
        small
        variant="ghost"
        busy={restoring === 'published'}
        disabled={restoring === 'draft'}
        onClick={() => onRestore('published')}
      >
        Restaurer et publier
      </Button>
    </div>
  );
}
