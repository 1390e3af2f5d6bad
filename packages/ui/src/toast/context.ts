import { createContext, use, type Context } from 'react';

export interface ToastText {
  title: string;
  text?: string;
  /** `error` is announced assertively and drawn with the triangle; `success` politely. */
  tone?: 'success' | 'error';
}

export interface ToastActions {
  show: (toast: ToastText) => void;
  /** An open modal dialog makes all else inert: toasts move into it, until the returned function is called. */
  moveInto: (dialog: HTMLElement) => () => void;
}

/**
 * Every front end carries its own copy of this package, but a toast raised in any of them belongs to the shell's provider:
 * the context is kept under a name that all copies know.
 */
const shared = globalThis as { [key: symbol]: Context<ToastActions | null> | undefined };
const KEY = Symbol.for('ui/toast');
export const ToastContext: Context<ToastActions | null> = (shared[KEY] ??= createContext<ToastActions | null>(null));

/** Shows toasts. Throws outside a `ToastProvider`. */
export function useToast(): ToastActions['show'] {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it');
  return toasts.show;
}
