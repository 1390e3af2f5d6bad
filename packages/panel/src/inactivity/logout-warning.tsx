import { useId } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';

/** Shown for the last minute before the panel closes by itself; any press of a key or of the mouse stays. */
export function LogoutWarning({ open, onStay }: { open: boolean; onStay: () => void }) {
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Êtes-vous toujours là&nbsp;?"
      titleStyle="heading"
      role="alertdialog"
      describedBy={textId}
    >
      <p id={textId}>Sans activité de votre part, vous serez déconnecté dans une minute.</p>
      <Button variant="primary" onClick={onStay}>
        Rester connecté
      </Button>
    </Dialog>
  );
}
