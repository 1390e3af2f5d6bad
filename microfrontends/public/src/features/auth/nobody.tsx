import { paths } from 'web-kit/paths';
import { Navigate } from 'web-kit/router';
import { subscriberSession, useIsRestoring } from 'web-kit/session';
import { WaitingPage } from '../layout/page-frame.tsx';

/** In place of a page that is a subscriber's: whoever is not one is led home, as soon as that is known. */
export const Nobody = () =>
  useIsRestoring(subscriberSession) ? <WaitingPage /> : <Navigate to={paths.home()} replace />;
