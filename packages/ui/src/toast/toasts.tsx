import { createPortal } from 'react-dom';
import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { Button, ButtonLink } from '../button/index.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button/index.tsx';
import type { ToastText } from './context.ts';
import styles from './toast.module.css';

export interface ToastsProps {
  shown: { toast: ToastText; id: number } | null;
  /** The open dialog in which they are drawn. */
  dialog: HTMLElement | undefined;
  /** Milliseconds in sight. */
  duration: number;
  label: string;
  closeLabel: string;
  onClose: (id: number) => void;
}

/** What the provider draws; its code comes apart from the page's. */
export function Toasts({ shown, dialog, duration, label, closeLabel, onClose }: ToastsProps) {
  const viewport = <Viewport className={styles.toasts} label={`${label} ({hotkey})`} />;
  return (
    <Provider duration={duration} label={label} swipeDirection="down" announcerContainer={dialog}>
      {shown && <Toast key={shown.id} toast={shown.toast} closeLabel={closeLabel} onClose={() => onClose(shown.id)} />}
      {dialog ? createPortal(viewport, dialog) : viewport}
    </Provider>
  );
}

function Toast({ toast, closeLabel, onClose }: { toast: ToastText; closeLabel: string; onClose: () => void }) {
  const { action } = toast;
  const failed = toast.tone === 'error';
  return (
    <Root
      data-toast=""
      className={classNames(styles.toast, failed && styles.error)}
      type={failed ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose()}
    >
      {failed ? <TriangleAlert /> : <Check />}
      <div className={styles.words}>
        <Title className={styles.title}>{toast.title}</Title>
        {toast.text && (
          <>
            {' '}
            <Description className={styles.text}>{toast.text}</Description>
          </>
        )}
      </div>
      {action && (
        <Action asChild altText={action.label}>
          {'href' in action ? (
            <ButtonLink small href={action.href} target="_blank" aria-label={`${action.label}, nouvel onglet`}>
              {action.label}
            </ButtonLink>
          ) : (
            <Button small onClick={action.onPress}>
              {action.label}
            </Button>
          )}
        </Action>
      )}
      <Close asChild>
        <IconButton label={closeLabel}>
          <X />
        </IconButton>
      </Close>
    </Root>
  );
}
