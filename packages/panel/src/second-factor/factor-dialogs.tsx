import { useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Dialog } from 'ui/dialog';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Recovery codes, which are shown once: the dialog closes after a confirmation alone. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isClosing, setClosing] = useState(false);
  return (
    <Dialog open onClose={() => setClosing(true)} title="Codes de secours" titleStyle="heading">
      <RecoveryCodes codes={codes} doneLabel="J’ai gardé ces codes" onDone={onClose} />
      <ConfirmDialog
        open={isClosing}
        title={`Fermer sans avoir gardé les codes\u00a0?`}
        what="Codes de secours"
        confirmLabel="Fermer"
        cancelLabel="Revenir aux codes"
        icon={null}
        onClose={() => setClosing(false)}
        onConfirm={onClose}
      >
        Ils ne seront plus affichés. Vous pourrez en créer de nouveaux.
      </ConfirmDialog>
    </Dialog>
  );
}

interface ConfirmationProps {
  open: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the removal of a factor. */
export function RemovalDialog({
  name,
  isLast,
  isBusy,
  ...dialog
}: ConfirmationProps & { name: string; isLast: boolean }) {
  return (
    <ConfirmDialog {...dialog} title={`Retirer cette méthode\u00a0?`} what={name} confirmLabel="Retirer" busy={isBusy}>
      {isLast
        ? 'Le mot de passe suffira de nouveau, et les codes de secours ne serviront plus.'
        : 'Elle n’ouvrira plus ce panneau.'}
    </ConfirmDialog>
  );
}

/** Confirms that new recovery codes replace the present ones. */
export function RenewalDialog({ isBusy, ...dialog }: ConfirmationProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={`Créer de nouveaux codes\u00a0?`}
      what="Les codes de secours actuels"
      confirmLabel="Créer"
      icon={null}
      busy={isBusy}
    >
      Ils ne serviront plus.
    </ConfirmDialog>
  );
}
