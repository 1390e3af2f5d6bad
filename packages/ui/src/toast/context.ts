import { createContext, use, useCallback, useEffect, useRef, type Context } from 'react';

/** The single action of a toast, which closes it: a button, or a link that opens a new tab. */
export type ToastAction = { label: string } & ({ onPress: () => void } | { href: string });

export interface ToastText {
  title: string;
  text?: string;
  /** `error` is announced assertively and shown with the triangle; `success` politely. */
  tone?: 'success' | 'error';
  action?: ToastAction;
  /** Called when the toast is no longer visible: closed, timed out, replaced, or removed with the page. */
  onGone?: () => void;
}

export interface ToastActions {
  show: (toast: ToastText) => void;
  /** Hides a toast if it is the visible one; without an argument any visible one. A shell of the former version lacks this. */
  hide?: (toast?: ToastText) => void;
  /** Moves the toasts into an open modal dialog, which makes all else inert, until the returned function is called. */
  moveInto: (dialog: HTMLElement) => () => void;
}

/**
 * Every front end bundles its own copy of this package, but all toasts belong to the shell's provider: the context is stored under
 * a symbol that all copies share.
 */
const shared = globalThis as { [key: symbol]: Context<ToastActions | null> | undefined };
const KEY = Symbol.for('ui/toast');
export const ToastContext: Context<ToastActions | null> = (shared[KEY] ??= createContext<ToastActions | null>(null));

const useToasts = (): ToastActions => {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('no ToastProvider');
  return toasts;
};

/** Returns the function that shows toasts. Throws outside a `ToastProvider`. */
export const useToast = (): ToastActions['show'] => useToasts().show;

/** Returns a function that hides the visible toast of any component. Throws outside a `ToastProvider`. */
export const useHideToast = (): (() => void) => {
  const { hide } = useToasts();
  return useCallback(() => hide?.(), [hide]);
};

interface OwnToast {
  show: ToastActions['show'];
  /** Hides the latest toast, for a message that no longer applies. */
  hide: () => void;
}

/** Returns a function that shows toasts which are removed with this component. Throws outside a `ToastProvider`. */
export const useOwnToast = (): OwnToast => {
  const { show, hide } = useToasts();
  const latest = useRef<ToastText>(null);
  const hideLatest = useCallback(() => {
    if (latest.current) hide?.(latest.current);
  }, [hide]);
  useEffect(() => hideLatest, [hideLatest]);
  const showOwn = useCallback(
    (toast: ToastText) => {
      latest.current = toast;
      show(toast);
    },
    [show],
  );
  return { show: showOwn, hide: hideLatest };
};
