import { TEXTS } from 'contracts/texts';
import { Button } from 'ui/button';
import styles from './model-form.module.css';
import type { SaveOptions } from './use-saving.ts';

interface FormFooterProps {
  /** Id of the form that the last button submits. */
  formId: string;
  isNew: boolean;
  isArchived: boolean;
  isUnsaved: boolean;
  /** Options of the running save: its button is busy and keeps the focus, the others are disabled. */
  pending: SaveOptions | null;
  onCancel: () => void;
  onSave: (options: SaveOptions) => void;
}

/** Whether something is not saved, and the ways out of the form. */
export function FormFooter({ formId, isNew, isArchived, isUnsaved, pending, onCancel, onSave }: FormFooterProps) {
  const stateOf = (isPressed: boolean) => ({
    busy: pending !== null && isPressed,
    disabled: pending !== null && !isPressed,
  });
  return (
    <>
      <p className={styles.state} role="status">
        {isUnsaved && 'Modifications non enregistrées'}
      </p>
      <Button variant="ghost" onClick={onCancel}>
        {TEXTS.cancel}
      </Button>
      {isNew && (
        <Button {...stateOf(pending?.asDraft === true)} onClick={() => onSave({ asDraft: true })}>
          Enregistrer en brouillon
        </Button>
      )}
      {!isArchived && (
        <>
          <Button {...stateOf(pending?.stay === true)} onClick={() => onSave({ stay: true })}>
            Enregistrer et continuer
          </Button>
          <Button variant="primary" type="submit" form={formId} {...stateOf(!pending?.asDraft && !pending?.stay)}>
            {isNew ? TEXTS.create : TEXTS.update}
          </Button>
        </>
      )}
    </>
  );
}
