import { TEXTS } from 'contracts/texts';
import { Button } from 'ui/button';
import styles from './model-form.module.css';
import type { SaveOptions } from './use-saving.ts';

interface FormFooterProps {
  /** Id of the form that the save button submits. */
  formId: string;
  isNew: boolean;
  isArchived: boolean;
  isUnsaved: boolean;
  /** Options of the running save: its button shows progress and stays focused, the others are disabled. */
  pending: SaveOptions | null;
  onCancel: () => void;
  onSave: (options: SaveOptions) => void;
}

/** Shows whether there are unsaved changes, with buttons to cancel and to save. */
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
