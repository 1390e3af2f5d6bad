import { useState } from 'react';
import { Button } from 'ui/button';
import { AccountLink, SiteHeader } from 'ui/site-header';
import { authModal } from 'web-kit/auth-modal';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useInteractiveMarker } from './interactive-marker.ts';

/** The public pages' header: wordmark, and the way in or out. */
export function Header() {
  const { siteTitle } = useInitialData();
  const subscriber = useSession(subscriberSession);
  useInteractiveMarker('#root > header');
  return (
    <SiteHeader name={siteTitle} href={paths.home()} component={Link}>
      {subscriber ? (
        <>
          <AccountLink href={paths.account()} component={Link}>
            Mon compte
          </AccountLink>
          <LogOut />
        </>
      ) : (
        <Button variant="ghost" onClick={() => authModal.open('login')}>
          Connexion
        </Button>
      )}
    </SiteHeader>
  );
}

/** Ending the session on the server may take a moment. */
function LogOut() {
  const [isLoggingOut, setLoggingOut] = useState(false);
  const logOut = () => {
    setLoggingOut(true);
    void subscriberSession.logOut();
  };
  return (
    <Button variant="ghost" busy={isLoggingOut} onClick={logOut}>
      Déconnexion
    </Button>
  );
}
