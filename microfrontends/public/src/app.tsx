import { matchPage } from 'contracts/page-match';
import type { PageName, PageOf } from 'contracts/pages';
import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { lazyPage } from 'web-kit/lazy-page';
import { routeOf } from 'web-kit/paths';
import { Route, Routes, useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useQueryClient } from 'web-kit/query';
import { captureTracking } from 'web-kit/tracking';
import { reportVisit } from 'web-kit/visits';
import { AuthModals } from './features/auth/index.ts';
import { usePageStart } from './features/layout/index.ts';
import { useLiveChanges } from './features/live/index.ts';
import { HomePage } from './pages/home.tsx';
import { LivePage } from './pages/live.tsx';
import { ModelPage } from './pages/model.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartnerPage } from './pages/partner.tsx';

const AccountPage = lazyPage(() => import('./pages/account.tsx'));
const WelcomePage = lazyPage(() => import('./pages/welcome.tsx'));
const PaymentStatusPage = lazyPage(() => import('./pages/payment-status.tsx'));
const SuccessPage = lazyPage(() => import('./pages/success.tsx'));
const CancellationPage = lazyPage(() => import(/* webpackChunkName: "contract" */ './pages/cancellation.tsx'));
const WithdrawalPage = lazyPage(() => import(/* webpackChunkName: "contract" */ './pages/withdrawal.tsx'));
const LegalDocumentPage = lazyPage(() => import(/* webpackChunkName: "legal" */ './pages/legal.tsx'));
const UnsubscribePage = lazyPage(() => import(/* webpackChunkName: "mail" */ './pages/unsubscribe.tsx'));
const ConfirmEmailPage = lazyPage(() => import(/* webpackChunkName: "mail" */ './pages/confirm-email.tsx'));
const PreviewPage = lazyPage(() => import('./pages/preview.tsx'));
const ResetPasswordPage = lazyPage(() => import(/* webpackChunkName: "mail" */ './pages/reset-password.tsx'));

const PAGE_COMPONENTS = {
  home: HomePage,
  welcome: WelcomePage,
  paymentStatus: PaymentStatusPage,
  success: SuccessPage,
  account: AccountPage,
  cancellation: CancellationPage,
  withdrawal: WithdrawalPage,
  termsOfUse: () => <LegalDocumentPage page="termsOfUse" />,
  termsOfSale: () => <LegalDocumentPage page="termsOfSale" />,
  privacy: () => <LegalDocumentPage page="privacy" />,
  cookies: () => <LegalDocumentPage page="cookies" />,
  imprint: () => <LegalDocumentPage page="imprint" />,
  contact: () => <LegalDocumentPage page="contact" />,
  report: () => <LegalDocumentPage page="report" />,
  resetPassword: ResetPasswordPage,
  confirmEmail: ConfirmEmailPage,
  unsubscribe: UnsubscribePage,
  partnerWithoutSlug: PartnerPage,
  partner: PartnerPage,
  preview: PreviewPage,
  model: ModelPage,
  live: LivePage,
} satisfies Record<PageOf<'public'>, ComponentType>;

/** Rendered by the shell below /, in the browser and on the server; lazy pages are loaded when they are first shown. */
export default function PublicApp() {
  usePageStart();
  useTracking();
  useVisitReport();
  useLiveChanges();
  usePrivateCacheEviction();
  return (
    <>
      <Page />
      <AuthModals />
    </>
  );
}

/** Renders the page of a slug. A route matches any text; whether it is a slug is decided as on the server. */
function Page() {
  const { pathname } = useLocation();
  if (!matchPage(pathname)) return <NotFoundPage />;
  return (
    <Routes>
      {Object.entries(PAGE_COMPONENTS).map(([page, Component]) => (
        <Route key={page} path={routeOf(page as PageName)} element={<Component />} />
      ))}
    </Routes>
  );
}

/** Captures the tracking parameters again when the partner page navigates to the home page with ?affiliate= in its address. */
const useTracking = (): void => {
  const { search } = useLocation();
  useEffect(() => captureTracking(search), [search]);
};

/** Removes a subscriber's cached responses, keyed by e-mail address, when the session ends. */
const usePrivateCacheEviction = (): void => {
  const client = useQueryClient();
  const email = useSession(subscriberSession)?.user.email;
  useEffect(() => {
    if (email) return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(email) });
  }, [client, email]);
};

/** Delay before a visit is reported: a page that is left at once does not count, and the page's own requests come first. */
const VISIT_DELAY_MS = 2_000;

/** Reports the page on which this visit of the site began. */
const useVisitReport = (): void => {
  useEffect(() => {
    const { pathname } = window.location;
    const report = setTimeout(() => void reportVisit(pathname), VISIT_DELAY_MS);
    return () => clearTimeout(report);
  }, []);
};
