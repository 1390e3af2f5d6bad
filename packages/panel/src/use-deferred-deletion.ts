import { TEXTS } from 'contracts/texts';
import { useEffect, useRef } from 'react';
import { useOwnToast } from 'ui/toast';
import type { ToastText } from 'ui/toast';
import { beforeLogout } from 'web-kit/before-logout';

/** Time after which a deletion is made although its toast never closed: the toast's code may not have loaded. */
const LATEST_MS = 60_000;

export interface DeletionOptions {
  /** The page, or the session, is being left: requests outlive it, and none waits for another. */
  keepalive: boolean;
}

interface Deletion {
  /** Never rejects. */
  make: (options?: DeletionOptions) => Promise<unknown>;
  undo: () => void;
}

/**
 * Deletions that can be taken back while their toast is in sight. Each is made when the toast goes, or else when the component or the
 * page is left, or before a logout, which hides the toast: its undo would come too late.
 * @returns shows the toast of a deletion, and has it made later
 */
export const useDeferredDeletion = () => {
  const { show, hide } = useOwnToast();
  const pendingDeletions = useRef(new Set<() => unknown>());
  useEffect(() => {
    const pending = pendingDeletions.current;
    const makeAll = () => {
      for (const leave of [...pending]) leave();
    };
    addEventListener('pagehide', makeAll);
    return () => {
      removeEventListener('pagehide', makeAll);
      makeAll();
    };
  }, []);

  return (toast: Pick<ToastText, 'tone' | 'title' | 'text'>, { make, undo }: Deletion): void => {
    let execution: Promise<unknown> | null = null;
    const makeNow = (options?: DeletionOptions) => {
      clearTimeout(timer);
      pendingDeletions.current.delete(leave);
      return (execution ??= make(options).finally(unregister));
    };
    const leave = () => {
      if (pendingDeletions.current.has(leave)) hide();
      return makeNow({ keepalive: true });
    };
    const timer = setTimeout(() => {
      hide();
      void makeNow();
    }, LATEST_MS);
    const unregister = beforeLogout(leave);
    pendingDeletions.current.add(leave);
    show({
      ...toast,
      action: {
        label: TEXTS.cancel,
        onPress: () => {
          if (!pendingDeletions.current.delete(leave)) return;
          clearTimeout(timer);
          unregister();
          undo();
        },
      },
      onGone: () => pendingDeletions.current.has(leave) && void makeNow(),
    });
  };
};
