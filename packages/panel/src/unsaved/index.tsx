import { useEffect } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';

export { useSaveKey } from './use-save-key.ts';

/** Leaving the page asks first while something is not saved. */
export const useUnsavedGuard = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
};

interface UnsavedDialogProps {
  open: boolean;
  /** Whose form it is. */
  what: string;
  /** What else is lost. */
  also?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a form is closed with what was typed into it. */
export function UnsavedDialog({ open, what, also, onStay, onLeave }: UnsavedDialogProps) {
  return (
    <ConfirmDialog open={open} onClose={onStay} onConfirm={onLeave} title="Quitter sans enregistrer ?" what={what} confirmLabel="Quitter" cancelLabel="Continuer la saisie">
      {also && `${also}. `}
      Vos modifications seront perdues.
    </ConfirmDialog>
  );
}
