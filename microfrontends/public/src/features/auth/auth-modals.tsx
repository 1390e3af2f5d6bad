import { isSlug } from 'contracts/slugs';
import { Suspense, useEffect } from 'react';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import type { OpenAuthModal } from 'web-kit/auth-modal';
import { lazyPage } from 'web-kit/lazy-page';
import { useLocation } from 'web-kit/router';

const load = () => import('./auth-dialog.tsx');
const AuthDialog = lazyPage<OpenAuthModal>(load);

/** The model whose page (or live page) this is: a registration that began at the header's login belongs to it too. */
const modelOfPage = (pathname: string): string | undefined => {
  const [first = '', second, ...more] = pathname.slice(1).split('/');
  const isModelPage = more.length === 0 && (second === undefined || second === '' || second === 'live');
  return isModelPage && isSlug(first) ? first : undefined;
};

/** Renders the open modal, at most one; navigating to another page closes it. */
export function AuthModals() {
  const open = useAuthModal();
  const { pathname } = useLocation();
  useEffect(() => () => authModal.close(), [pathname]);
  useEffect(() => {
    // Preloads the dialogs after the page itself; a failure surfaces when a dialog opens.
    const waiting = setTimeout(() => void load().catch(() => undefined), 3_000);
    return () => clearTimeout(waiting);
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <AuthDialog kind={open.kind} modelSlug={open.modelSlug ?? modelOfPage(pathname)} />
    </Suspense>
  );
}
