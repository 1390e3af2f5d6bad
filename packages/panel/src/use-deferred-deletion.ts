import { TEXTS } from 'contracts/texts';
import { useEffect, useRef } from 'react';
import { useOwnToast } from 'ui/toast';
import type { ToastText } from 'ui/toast';
import { beforeLogout } from 'web-kit/before-logout';

/** Milliseconds after which a deletion is made although its toast never went: its code may not have loaded. */
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
  const waiting = useRef(new Set<() => unknown>());
  useEffect(() => {
    const pending = waiting.current;
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
    let made: Promise<unknown> | null = null;
    const makeNow = (options?: DeletionOptions) => {
      clearTimeout(timer);
      waiting.current.delete(leave);
      return (made ??= make(options).finally(unregister));
    };
    const leave = () => {
      if (waiting.current.has(leave)) hide();
      return makeNow({ keepalive: true });
    };
    const timer = setTimeout(() => {
      hide();
      void makeNow();
    }, LATEST_MS);
    const unregister = beforeLogout(leave);
    waiting.current.add(leave);
    show({
      ...toast,
      action: {
        label: TEXTS.cancel,
        onPress: () => {
          if (!waiting.current.delete(leave)) return;
          clearTimeout(timer);
          unregister();
          undo();
        },
      },
      onGone: () => waiting.current.has(leave) && void makeNow(),
    });
  };
};
