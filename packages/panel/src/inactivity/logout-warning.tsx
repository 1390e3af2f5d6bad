import { useId } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';

/** Warning during the last minute before the panel logs out; any key or mouse press prevents it. */
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
