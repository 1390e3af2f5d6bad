import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { instantOfParisLocal, parisLocal } from 'web-kit/paris-time';
import styles from './publication-dialog.module.css';

interface PublicationDialogProps {
  /** Name of the items, such as "Photo 3". */
  what: string;
  /** Time of publication, if all items have the same. */
  publishAt: string | undefined;
  /** Whether at least one item is scheduled. */
  canPublish: boolean;
  /** Receives the instant (UTC); undefined: published with the next save. */
  onChange: (publishAt: string | undefined) => void;
  onClose: () => void;
}

/**
 * Dialog that schedules items, in Paris time (docs/domain.md#scheduled-items). It is inside the model's form, so it has no form of
 * its own.
 */
export default function PublicationDialog({ what, publishAt, canPublish, onChange, onClose }: PublicationDialogProps) {
  const [local, setLocal] = useState(() => (publishAt ? parisLocal(Date.parse(publishAt)) : ''));
  const [error, setError] = useState<string>();
  const [earliest] = useState(() => parisLocal(Date.now()));
  const finish = (instant: string | undefined) => {
    onChange(instant);
    onClose();
  };
  const schedule = () => {
    const instant = instantOfParisLocal(local);
    if (instant === null) return setError('Indiquez une date et une heure.');
    if (instant <= Date.now()) return setError('Choisissez un moment à venir.');
    finish(new Date(instant).toISOString());
  };
  return (
    <Dialog open onClose={onClose} title="Programmer la publication" titleStyle="heading">
      <p className="small soft">{what}</p>
      <Field
        type="datetime-local"
        label="Publication"
        hint="Heure de Paris"
        min={earliest}
        value={local}
        error={error}
        onChange={({ target }) => {
          setLocal(target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the model's form.
          event.preventDefault();
          schedule();
        }}
      />
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onClose}>
          Annuler
        </Button>
        {canPublish && <Button onClick={() => finish(undefined)}>Publier maintenant</Button>}
        <Button variant="primary" onClick={schedule}>
          <CalendarClock />
          Programmer
        </Button>
      </div>
    </Dialog>
  );
}
