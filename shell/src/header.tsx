import { Button } from 'ui/button';
import { SiteHeader } from 'ui/site-header';
import { authModal } from 'web-kit/auth-modal';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { AccountMenu } from './account-menu/index.tsx';
import { useInteractiveMarker } from './interactive-marker.ts';

/** Header of public pages: logo, and the login button or the account menu. */
export function Header() {
  const { siteTitle } = useInitialData();
  const subscriber = useSession(subscriberSession);
  useInteractiveMarker('#root > header');
  return (
    <SiteHeader name={siteTitle} href={paths.home()} component={Link}>
      {subscriber ? (
        <AccountMenu user={subscriber.user} />
      ) : (
        <Button variant="ghost" onClick={() => authModal.open('login')}>
          Connexion
        </Button>
      )}
    </SiteHeader>
  );
}
