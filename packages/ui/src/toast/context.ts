import { createContext, use, useCallback, useEffect, useRef, type Context } from 'react';

/** The one thing that can be done from a toast, which closes it: a press, or a link that opens in a new tab. */
export type ToastAction = { label: string } & ({ onPress: () => void } | { href: string });

export interface ToastText {
  title: string;
  text?: string;
  /** `error` is announced assertively and drawn with the triangle; `success` politely. */
  tone?: 'success' | 'error';
  action?: ToastAction;
  /** Called once it is out of sight: closed, timed out, replaced, or left with the page. */
  onGone?: () => void;
}

export interface ToastActions {
  show: (toast: ToastText) => void;
  /** Takes a toast out of sight, any other stays; without one whichever is in sight. A shell of the former version cannot. */
  hide?: (toast?: ToastText) => void;
  /** An open modal dialog makes all else inert: toasts move into it, until the returned function is called. */
  moveInto: (dialog: HTMLElement) => () => void;
}

/**
 * Every front end carries its own copy of this package, but a toast raised in any of them belongs to the shell's provider:
 * the context is stored under a name that all copies share.
 */
const shared = globalThis as { [key: symbol]: Context<ToastActions | null> | undefined };
const KEY = Symbol.for('ui/toast');
export const ToastContext: Context<ToastActions | null> = (shared[KEY] ??= createContext<ToastActions | null>(null));

const useToasts = (): ToastActions => {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
};

/** Shows toasts. Throws outside a `ToastProvider`. */
export const useToast = (): ToastActions['show'] => useToasts().show;

/** Takes the toast in sight away, of any component. Throws outside a `ToastProvider`. */
export const useHideToast = (): (() => void) => {
  const { hide } = useToasts();
  return useCallback(() => hide?.(), [hide]);
};

interface OwnToast {
  show: ToastActions['show'];
  /** Hides the latest one, for a message that no longer applies. */
  hide: () => void;
}

/** Shows toasts that go with the component that shows them. Throws outside a `ToastProvider`. */
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
