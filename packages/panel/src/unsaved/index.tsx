import { ConfirmDialog } from 'ui/confirm-dialog';

export { adoptSaved } from './adopt-saved.ts';
export { changedValues } from './changed-values.ts';
export { useSaveKey } from './use-save-key.ts';
export { useUnsavedGuard } from './use-unsaved-guard.ts';

interface UnsavedDialogProps {
  open: boolean;
  /** Name of the edited object. */
  what: string;
  /** Further sentence about the loss. */
  also?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
}

/** Confirmation before a form with unsaved input is closed. */
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
