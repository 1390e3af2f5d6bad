import { isSlug } from 'contracts/slugs';
import { Suspense, useEffect, useRef } from 'react';
import { FailedDialog } from 'ui/failed-part';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import type { OpenAuthModal } from 'web-kit/auth-modal';
import { lazyPage } from 'web-kit/lazy-page';
import { paths } from 'web-kit/paths';
import { preload } from 'web-kit/preload';
import { useLocation } from 'web-kit/router';
import { STORAGE_KEYS } from 'web-kit/storage';

const load = () => import('./auth-dialog.tsx');
const AuthDialog = lazyPage<Omit<OpenAuthModal, 'path'>>(load, () => <FailedDialog onClose={authModal.close} />);

/** Returns the model of a model's page or live page: a registration that began with the header's login belongs to it too. */
const modelOfPage = (pathname: string): string | undefined => {
  const [first = '', second, ...more] = pathname.slice(1).split('/');
  const isModelPage = more.length === 0 && (second === undefined || second === '' || second === 'live');
  return isModelPage && isSlug(first) ? first : undefined;
};

/**
 * Renders the open modal, at most one. It is closed by leaving the page on which it was opened, except for the page of its model,
 * and by a login in another tab.
 */
export function AuthModals() {
  const open = useAuthModal();
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const { path, modelSlug } = authModal.current() ?? {};
    if (path !== pathname && (modelSlug === undefined || pathname !== paths.model(modelSlug))) authModal.close();
  }, [pathname]);
  useEffect(() => authModal.close, []);
  useEffect(() => {
    const onLoginElsewhere = ({ key, oldValue }: StorageEvent) => {
      if (key === STORAGE_KEYS.subscriberToken && oldValue === null) authModal.close();
    };
    window.addEventListener('storage', onLoginElsewhere);
    return () => window.removeEventListener('storage', onLoginElsewhere);
  }, []);
  useEffect(() => {
    // Delayed so that the page loads first.
    const timer = setTimeout(() => preload(load), 3_000);
    return () => clearTimeout(timer);
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <AuthDialog kind={open.kind} modelSlug={open.modelSlug ?? modelOfPage(pathname)} email={open.email} />
    </Suspense>
  );
}
