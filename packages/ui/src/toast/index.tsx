import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { ToastContext, type ToastText } from './context.ts';
import type { ToastsProps } from './toasts.tsx';

export { useHideToast, useOwnToast, useToast, type ToastText } from './context.ts';

/** Time after which their code is fetched although none was shown: before a connection is lost, not before the page stands. */
const PRELOAD_DELAY_MS = 3_000;
const load = () => import(/* webpackFetchPriority: "low" */ './toasts.tsx');

/** Provides toasts; rendered once, around the application. A toast replaces the one in sight. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ toast: ToastText; id: number } | null>(null);
  const [dialogs, setDialogs] = useState<HTMLElement[]>([]);
  const [drawn, setDrawn] = useState<{ Toasts: ComponentType<ToastsProps> } | null>(null);
  const nextId = useRef(0);

  // A failure is made good by the next toast.
  const prepare = useCallback(
    () =>
      void load().then(
        ({ Toasts }) => setDrawn({ Toasts }),
        () => undefined,
      ),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(prepare, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [prepare]);

  const show = useCallback(
    (toast: ToastText) => {
      const id = nextId.current++;
      setShown({ toast, id });
      prepare();
    },
    [prepare],
  );
  const hide = useCallback(
    (toast?: ToastText) => setShown((latest) => (!toast || latest?.toast === toast ? null : latest)),
    [],
  );
  useEffect(() => () => shown?.toast.onGone?.(), [shown]);
  const moveInto = useCallback((dialog: HTMLElement) => {
    setDialogs((open) => [...open, dialog]);
    return () => setDialogs((open) => open.filter((other) => other !== dialog));
  }, []);
  const remove = (id: number) => setShown((latest) => (latest?.id === id ? null : latest));

  const actions = useMemo(() => ({ show, hide, moveInto }), [show, hide, moveInto]);

  return (
    <ToastContext value={actions}>
      {children}
      {drawn && <drawn.Toasts shown={shown} dialog={dialogs.at(-1)} onClose={remove} />}
    </ToastContext>
  );
}
