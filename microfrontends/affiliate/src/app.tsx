import { useParams } from 'web-kit/router';
import { affiliateSession, useSession } from 'web-kit/session';
import { DashboardPage } from './pages/dashboard.tsx';
import { LoginPage } from './pages/login.tsx';

/** Rendered by the shell below /affiliate/:slug. */
export default function AffiliateApp() {
  const { slug = '' } = useParams();
  const inside = useSession(affiliateSession(slug));
  return inside ? <DashboardPage key={slug} slug={slug} /> : <LoginPage key={slug} slug={slug} />;
}
