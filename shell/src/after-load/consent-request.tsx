import { ConsentBar } from 'ui/consent-bar';
import { AGREEMENT, chooseConsent, isObjecting, REFUSAL, useConsent } from 'web-kit/consent';
import { paths } from 'web-kit/paths';
import { subscriberSession, useSession } from 'web-kit/session';
import { useHasTracking } from 'web-kit/tracking';

/** Requests consent to store the link that brought the visitor, if there is one (docs/domain.md#consent). */
export function ConsentRequest() {
  const isUndecided = useConsent() === null;
  const hasTracking = useHasTracking();
  // A subscriber is already attributed, and chooses in the account.
  const isLoggedIn = useSession(subscriberSession) !== null;
  // The cookie page, a separate document, contains the choices themselves.
  const isCookiePage = location.pathname === paths.legal('cookies');
  if (!isUndecided || !hasTracking || isLoggedIn || isCookiePage || isObjecting()) return null;
  return (
    <ConsentBar
      label="Vos choix sur les traceurs"
      decline="Tout refuser"
      accept="Tout accepter"
      onDecline={() => chooseConsent(REFUSAL)}
      onAccept={() => chooseConsent(AGREEMENT)}
    >
      Vous arrivez par un lien. Acceptez-vous que nous le retenions 30&nbsp;jours, pour rémunérer l’affilié, et que la
      publicité d’origine sache si vous vous inscrivez&nbsp;? Refuser ne change rien à votre visite.{' '}
      <a href={paths.consent()}>Détails et choix</a>
    </ConsentBar>
  );
}
