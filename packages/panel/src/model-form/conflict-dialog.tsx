import { ERRORS } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import { useId, useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';

interface ConflictDialogProps {
  open: boolean;
  /** Name of the model. */
  name: string;
  /** Returns to the form with the typed values. */
  onClose: () => void;
  /** Loads the other version into the form. */
  onLoad: () => Promise<void>;
  onOverwrite: () => void;
}

/** Dialog after a save elsewhere: no version is lost before the user chooses one. */
export function ConflictDialog({ open, name, onClose, onLoad, onOverwrite }: ConflictDialogProps) {
  const show = useToast();
  const textId = useId();
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    try {
      await onLoad();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.dataLoadFailed }) });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={ERRORS.EDIT_CONFLICT.text}
      titleStyle="heading"
      role="alertdialog"
      describedBy={textId}
    >
      <div id={textId}>
        <p>
          <b>{name}</b>
        </p>
        <p className="small soft">
          Vos saisies sont conservées dans le formulaire. Charger l’autre version les remplace&nbsp;; écraser remplace
          l’autre version par la vôtre.
        </p>
      </div>
      <Button wide busy={loading} onClick={() => void load()}>
        Charger l’autre version
      </Button>
      <Button wide variant="danger" disabled={loading} onClick={onOverwrite}>
        Écraser l’autre version
      </Button>
      <Button wide variant="ghost" onClick={onClose}>
        Revenir au formulaire
      </Button>
    </Dialog>
  );
}
