import type { PageName, PageOf } from 'contracts/pages';
import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { lazyPage } from 'web-kit/lazy-page';
import { routeOf } from 'web-kit/paths';
import { Route, Routes, useLocation } from 'web-kit/router';
import { captureTracking } from 'web-kit/tracking';
import { AuthModals } from './features/auth/auth-modals.tsx';
import { usePrivateCacheEviction } from './features/auth/use-private-cache-eviction.ts';
import { usePageStart } from './features/layout/use-page-start.ts';
import { useLiveChanges } from './features/live/live-changes.ts';
import { HomePage } from './pages/home.tsx';
import { LivePage } from './pages/live.tsx';
import { ModelPage } from './pages/model.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartnerPage } from './pages/partner.tsx';

const AccountPage = lazyPage(() => import('./pages/account.tsx'));
const WelcomePage = lazyPage(() => import('./pages/welcome.tsx'));
const PaymentStatusPage = lazyPage(() => import('./pages/payment-status.tsx'));
const SuccessPage = lazyPage(() => import('./pages/success.tsx'));
const ResetPasswordPage = lazyPage(() => import('./pages/reset-password.tsx'));

const PAGE_COMPONENTS = {
  home: HomePage,
  welcome: WelcomePage,
  paymentStatus: PaymentStatusPage,
  success: SuccessPage,
  account: AccountPage,
  resetPassword: ResetPasswordPage,
  partnerWithoutSlug: PartnerPage,
  partner: PartnerPage,
  model: ModelPage,
  live: LivePage,
} satisfies Record<PageOf<'public'>, ComponentType>;

/** Rendered by the shell below /, in the browser and on the server; the lazy pages depend on who looks, and only in the browser. */
export default function PublicApp() {
  usePageStart();
  useTracking();
  useLiveChanges();
  usePrivateCacheEviction();
  return (
    <>
      <Routes>
        {Object.entries(PAGE_COMPONENTS).map(([page, Page]) => (
          <Route key={page} path={routeOf(page as PageName)} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
      <AuthModals />
    </>
  );
}

/** The partner page leads home without a new document, with ?affiliate= in its address. */
const useTracking = (): void => {
  const { search } = useLocation();
  useEffect(() => captureTracking(search), [search]);
};
