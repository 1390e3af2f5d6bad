import { useId, type ReactNode } from 'react';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '../button/index.tsx';
import { Dialog } from '../dialog/index.tsx';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Question of the confirmation. */
  title: ReactNode;
  /** Name of the object to delete: it must be read before confirming. */
  what: ReactNode;
  /** Further consequences. */
  children?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Icon on the confirm button. */
  icon?: ReactNode;
  busy?: boolean;
}

/** Confirmation before a loss; closing it changes nothing. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  what,
  children,
  confirmLabel = 'Supprimer',
  cancelLabel = 'Annuler',
  icon = <Trash2 />,
  busy,
}: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Dialog open={open} onClose={onClose} title={title} titleStyle="heading" role="alertdialog" describedBy={textId}>
      <div id={textId} className={styles.text}>
        <p className={styles.what}>{what}</p>
        {children && <div className="small soft">{children}</div>}
      </div>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {icon}
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
