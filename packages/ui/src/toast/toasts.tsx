import { useEffect, useLayoutEffect, useRef } from 'react';
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
import { useCountdown } from './use-countdown.ts';
import { useFocusReturn } from './use-focus-return.ts';

const DURATION_MS = 6_000;
const LABEL = 'Notification';
/** Gap between the focused element and a toast, including the distance that the toast rises. */
const GAP_PX = 32;

export interface ToastsProps {
  shown: { toast: ToastText; id: number } | null;
  /** Open dialog that contains the toasts. */
  dialog: HTMLElement | undefined;
  onClose: (id: number) => void;
}

/** Scrolls the focused element, usually the clicked button, so that the toast does not cover it. */
const uncoverFocus = (toast: HTMLElement): void => {
  const focused = document.activeElement;
  if (!focused || focused.closest('dialog') || toast.closest('dialog')) return;
  const [{ top, bottom }, covered] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  if (covered.bottom > top && covered.top < bottom && covered.height < window.innerHeight / 2)
    window.scrollBy({ top: covered.bottom - top + GAP_PX });
};

/** Renders the provider's toasts, in a separate chunk. */
export function Toasts({ shown, dialog, onClose }: ToastsProps) {
  const list = useRef<HTMLOListElement>(null);
  const returnFocus = useFocusReturn(list);
  const viewport = <Viewport ref={list} className={styles.toasts} label={`${LABEL} ({hotkey})`} />;
  return (
    <Provider duration={Number.POSITIVE_INFINITY} label={LABEL} swipeDirection="down" announcerContainer={dialog}>
      {shown && <Toast key={shown.id} toast={shown.toast} onClose={() => onClose(shown.id)} onLeave={returnFocus} />}
      {dialog ? createPortal(viewport, dialog) : viewport}
    </Provider>
  );
}

interface ToastProps {
  toast: ToastText;
  onClose: () => void;
  /** Called before the toast is removed from the document. */
  onLeave: () => void;
}

function Toast({ toast, onClose, onLeave }: ToastProps) {
  const root = useRef<HTMLLIElement>(null);
  useCountdown(root, DURATION_MS, onClose);
  useEffect(() => {
    if (root.current) uncoverFocus(root.current);
  }, []);
  const leave = useRef(onLeave);
  useLayoutEffect(() => () => leave.current(), []);
  const { action } = toast;
  const failed = toast.tone === 'error';
  return (
    <Root
      ref={root}
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
        <IconButton label="Fermer">
          <X />
        </IconButton>
      </Close>
    </Root>
  );
}
