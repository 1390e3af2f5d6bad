import { ConfirmDialog } from 'ui/confirm-dialog';

export { adoptSaved } from './adopt-saved.ts';
export { changedOf } from './changed-of.ts';
export { useSaveKey } from './use-save-key.ts';
export { useUnsavedGuard } from './use-unsaved-guard.ts';

interface UnsavedDialogProps {
  open: boolean;
  /** Whose form it is. */
  what: string;
  /** What else is lost. */
  also?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
}

/** Confirms before a form with unsaved input is closed. */
export function UnsavedDialog({ open, what, also, onStay, onLeave }: UnsavedDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      onConfirm={onLeave}
      title="Quitter sans enregistrer&nbsp;?"
      what={what}
      confirmLabel="Quitter"
      cancelLabel="Continuer la saisie"
      icon={null}
    >
      {also && `${also}. `}
      Vos modifications seront perdues.
    </ConfirmDialog>
  );
}
