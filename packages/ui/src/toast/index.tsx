import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button/index.tsx';
import { ToastContext, type ToastText } from './context.ts';
import styles from './toast.module.css';

export { useToast, type ToastText } from './context.ts';

/** How many stay in sight: the oldest makes room. */
const MOST = 3;

export interface ToastProviderProps {
  children: ReactNode;
  /** Milliseconds in sight; hovering or focusing a toast stops the clock. */
  duration?: number;
  label?: string;
  closeLabel?: string;
}

/** Once, around the application. */
export function ToastProvider({ children, duration = 6000, label = 'Notification', closeLabel = 'Fermer' }: ToastProviderProps) {
  const [toasts, setToasts] = useState<(ToastText & { id: number })[]>([]);
  const [dialogs, setDialogs] = useState<HTMLElement[]>([]);
  const nextId = useRef(0);

  const show = useCallback((toast: ToastText) => {
    const id = nextId.current++;
    setToasts((shown) => [...shown, { ...toast, id }].slice(-MOST));
  }, []);
  const moveInto = useCallback((dialog: HTMLElement) => {
    setDialogs((open) => [...open, dialog]);
    return () => setDialogs((open) => open.filter((other) => other !== dialog));
  }, []);
  const remove = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));

  const desk = useMemo(() => ({ show, moveInto }), [show, moveInto]);
  const dialog = dialogs.at(-1);
  const viewport = <Viewport className={styles.toasts} label={`${label} ({hotkey})`} />;

  return (
    <ToastContext value={desk}>
      <Provider duration={duration} label={label} swipeDirection="down" announcerContainer={dialog}>
        {children}
        {toasts.map((toast) => <Toast key={toast.id} toast={toast} closeLabel={closeLabel} onClose={() => remove(toast.id)} />)}
        {dialog ? createPortal(viewport, dialog) : viewport}
      </Provider>
    </ToastContext>
  );
}

function Toast({ toast, closeLabel, onClose }: { toast: ToastText; closeLabel: string; onClose: () => void }) {
  const failed = toast.tone === 'error';
  return (
    <Root className={classNames(styles.toast, failed && styles.error)} type={failed ? 'foreground' : 'background'} onOpenChange={(open) => !open && onClose()}>
      {failed ? <TriangleAlert /> : <Check />}
      <div className={styles.words}>
        <Title className={styles.title}>{toast.title}</Title>
        {toast.text && <>{' '}<Description className={styles.text}>{toast.text}</Description></>}
      </div>
      <Close asChild><IconButton label={closeLabel}><X /></IconButton></Close>
    </Root>
  );
}
