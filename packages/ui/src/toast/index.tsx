import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { ToastContext, type ToastText } from './context.ts';
import type { ToastsProps } from './toasts.tsx';

export { useHideToast, useOwnToast, useToast, type ToastText } from './context.ts';

/** Delay after which the toasts' code is preloaded: after the page has loaded, and before the connection may be lost. */
const PRELOAD_DELAY_MS = 3_000;
const load = () => import(/* webpackFetchPriority: "low" */ './toasts.tsx');

/** Provides toasts; rendered once, around the application. A toast replaces the visible one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ toast: ToastText; id: number } | null>(null);
  const [dialogs, setDialogs] = useState<HTMLElement[]>([]);
  const [drawn, setDrawn] = useState<{ Toasts: ComponentType<ToastsProps> } | null>(null);
  const [actions] = useState(() => {
    let nextId = 0;
    // A failed load is retried by the next toast.
    const prepare = () =>
      void load().then(
        ({ Toasts }) => setDrawn({ Toasts }),
        () => undefined,
      );
    return {
      prepare,
      show: (toast: ToastText) => {
        setShown({ toast, id: nextId++ });
        prepare();
      },
      hide: (toast?: ToastText) => setShown((latest) => (!toast || latest?.toast === toast ? null : latest)),
      moveInto: (dialog: HTMLElement) => {
        setDialogs((open) => [...open, dialog]);
        return () => setDialogs((open) => open.filter((other) => other !== dialog));
      },
    };
  });
  useEffect(() => {
    const timer = setTimeout(actions.prepare, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [actions]);
  useEffect(() => () => shown?.toast.onGone?.(), [shown]);
  const remove = (id: number) => setShown((latest) => (latest?.id === id ? null : latest));

  return (
    <ToastContext value={actions}>
      {children}
      {drawn && <drawn.Toasts shown={shown} dialog={dialogs.at(-1)} onClose={remove} />}
    </ToastContext>
  );
}
