import { useId } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';

interface ConflictDialogProps {
  open: boolean;
  /** Which model it is about. */
  name: string;
  busy: boolean;
  /** Back to the form as it was typed. */
  onClose: () => void;
  onLoad: () => void;
  onOverwrite: () => void;
}

/** Shown when the model was saved elsewhere meanwhile: nothing is lost before one version is chosen. */
export function ConflictDialog({ open, name, busy, onClose, onLoad, onOverwrite }: ConflictDialogProps) {
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ce modèle a été modifié entre-temps par une autre personne."
      titleStyle="heading"
      role="alertdialog"
      describedBy={textId}
    >
      <div id={textId}>
        <p>
          <b>{name}</b>
        </p>
        <p className="small soft">
          Vos saisies sont conservées dans le formulaire. Charger l’autre version les remplace ; écraser remplace
          l’autre version par la vôtre.
        </p>
      </div>
      <Button wide busy={busy} onClick={onLoad}>
        Charger l’autre version
      </Button>
      <Button wide variant="danger" disabled={busy} onClick={onOverwrite}>
        Écraser l’autre version
      </Button>
      <Button wide variant="ghost" onClick={onClose}>
        Revenir au formulaire
      </Button>
    </Dialog>
  );
}
