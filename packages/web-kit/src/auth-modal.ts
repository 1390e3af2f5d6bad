import { useSyncExternalStore } from 'react';

export type AuthModal = 'login' | 'register' | 'forgot';
export interface OpenAuthModal {
  kind: AuthModal;
  /** The model from whose page it was opened; registering needs one. */
  modelSlug?: string | undefined;
  /** E-mail typed in the modal before this one. */
  email?: string | undefined;
  /** The path in the browser's address when it was opened: a page that is still loading has it before it is shown. */
  path: string;
}

let current: OpenAuthModal | null = null;
const listeners = new Set<() => void>();
const set = (next: OpenAuthModal | null) => {
  current = next;
  listeners.forEach((listener) => listener());
};

/** State of the three modals, of which at most one is open. The shell's header opens them, the public micro-frontend renders them. */
export const authModal = {
  /** Opens one in place of another; model and e-mail stay when none is given. */
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
/** The open modal; null where none is, and on the server. */
export const useAuthModal = (): OpenAuthModal | null =>
  useSyncExternalStore(authModal.subscribe, authModal.current, none);
