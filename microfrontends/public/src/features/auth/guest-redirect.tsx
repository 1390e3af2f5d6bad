import { paths } from 'web-kit/paths';
import { Navigate } from 'web-kit/router';
import { subscriberSession, useIsRestoring } from 'web-kit/session';
import { WaitingPage } from '../layout/page-frame.tsx';

/** Rendered instead of a subscriber's page: redirects to the home page once the session is known to be absent. */
export const GuestRedirect = () =>
  useIsRestoring(subscriberSession) ? <WaitingPage /> : <Navigate to={paths.home()} replace />;
