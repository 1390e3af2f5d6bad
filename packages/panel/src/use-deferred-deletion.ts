import { TEXTS } from 'contracts/texts';
import { useEffect, useRef } from 'react';
import { useOwnToast } from 'ui/toast';
import type { ToastText } from 'ui/toast';
import { beforeLogout } from 'web-kit/before-logout';

/** Time after which a deletion is executed even if its toast never closes: the toast's code may have failed to load. */
const LATEST_MS = 60_000;

export interface DeletionOptions {
  /** Whether the page or the session is being left: requests outlive it, and run in parallel. */
  keepalive: boolean;
}

interface Deletion {
  /** Executes the deletion; never rejects. */
  make: (options?: DeletionOptions) => Promise<unknown>;
  undo: () => void;
}

/**
 * Schedules deletions that can be undone while their toast is visible. Each is executed when the toast closes, when the component
 * or the page is left, or before a logout, which hides the toast.
 * @returns a function that shows the toast of a deletion, and schedules it
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
