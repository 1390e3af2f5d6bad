import { useState } from 'react';
import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'web-kit/router';
import { paths } from 'web-kit/paths';
import { subscriberSession, useIsRestoring, useSession } from 'web-kit/session';
import { LoadingPage } from '../layout/index.ts';
import { loginState } from './requested-page.ts';

/**
 * Returns the element that a subscriber's page renders without a session. Once the session is known to be absent, it redirects to
 * the home page with a login that returns to the page, or without one if the user has just logged out.
 */
export const useGuestRedirect = (): ReactElement => {
  const location = useLocation();
  const isLoggedIn = useSession(subscriberSession) !== null;
  const isRestoring = useIsRestoring(subscriberSession);
  const [hadSession, setHadSession] = useState(isLoggedIn);
  if (isLoggedIn && !hadSession) setHadSession(true);
  if (isRestoring) return <LoadingPage />;
  const isLogout = hadSession && !subscriberSession.isExpired();
  return <Navigate to={paths.home()} replace {...(!isLogout && { state: loginState(location) })} />;
};
