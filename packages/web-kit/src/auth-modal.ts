import { useSyncExternalStore } from 'react';

export type AuthModal = 'login' | 'register' | 'forgot';
export interface OpenAuthModal {
  kind: AuthModal;
  /** Model from whose page the modal was opened; registering needs one. */
  modelSlug?: string | undefined;
  /** E-mail typed in the previous modal. */
  email?: string | undefined;
  /** Path of the browser's address when the modal was opened: a page that is still loading already has it. */
  path: string;
}

let current: OpenAuthModal | null = null;
const listeners = new Set<() => void>();
const set = (next: OpenAuthModal | null) => {
  current = next;
  listeners.forEach((listener) => listener());
};

/**
 * State of the three modals, of which at most one is open. The shell's header opens them, the public micro-frontend renders them.
 */
export const authModal = {
  /** Opens a modal in place of another; model and e-mail stay unless given. */
  open: (
    kind: AuthModal,
    { modelSlug = current?.modelSlug, email = current?.email }: Pick<OpenAuthModal, 'modelSlug' | 'email'> = {},
  ): void => set({ kind, modelSlug, email, path: window.location.pathname }),
  close: (): void => set(null),
  current: (): OpenAuthModal | null => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const none = () => null;
/** Returns the open modal; null without one, and on the server. */
export const useAuthModal = (): OpenAuthModal | null =>
  useSyncExternalStore(authModal.subscribe, authModal.current, none);
