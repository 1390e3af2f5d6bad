import { useParams } from 'web-kit/router';
import { affiliateSession, useSession } from 'web-kit/session';
import { DeskPage } from './pages/desk.tsx';
import { GatePage } from './pages/gate.tsx';

/** Rendered by the shell below /affiliate/:slug. */
export default function AffiliateApp() {
  const { slug = '' } = useParams();
  const inside = useSession(affiliateSession(slug));
  return inside ? <DeskPage key={slug} slug={slug} /> : <GatePage key={slug} slug={slug} />;
}
