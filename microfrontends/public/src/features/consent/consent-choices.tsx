import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { Button } from 'ui/button';
import { useOwnToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { messageOf } from 'web-kit/api';
import { AGREEMENT, chooseConsent, REFUSAL, useConsent } from 'web-kit/consent';
import type { ConsentChoice } from 'web-kit/consent';
import { useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';
import { adConsentKey, saveAdConsent, useAdConsent } from './api/ad-consent.ts';
import styles from './consent.module.css';

/**
 * The visitor's consent, which can be changed at any time. A subscriber's consent to conversions belongs to the account, not to the
 * browser: it is changed there first, so that a failed withdrawal does not look successful.
 */
export function ConsentChoices() {
  const choice = useConsent();
  const email = useSession(subscriberSession)?.user.email;
  const { data: account } = useAdConsent();
  const client = useQueryClient();
  const { show, hide } = useOwnToast();
  const [isBusy, setBusy] = useState(false);
  const currentChoice: ConsentChoice = {
    ...(choice ?? REFUSAL),
    ...(account?.applies && { advertising: account.granted }),
  };
  const choose = async (next: ConsentChoice) => {
    hide();
    setBusy(true);
    try {
      if (email !== undefined) client.setQueryData(adConsentKey(email), await saveAdConsent(next.advertising));
      chooseConsent(next);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const status = choice ? 'Votre choix est enregistré\u00a0; nous vous le redemanderons dans six mois au plus.' : '';
  return (
    <>
      <noscript>
        <p>Sans JavaScript, rien n’est retenu ni signalé&nbsp;: il n’y a rien à choisir.</p>
      </noscript>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Vos choix</legend>
        <Toggle
          label="Retenir le lien d’arrivée"
          hint="30 jours, sur cet appareil, pour rémunérer l’affilié si vous vous inscrivez plus tard."
          checked={currentChoice.attribution}
          busy={isBusy}
          onChange={({ target }) => void choose({ ...currentChoice, attribution: target.checked })}
        />
        <Toggle
          label="Signaler l’inscription à la publicité d’origine"
          hint="L’inscription et le premier paiement, à la plateforme de la publicité par laquelle vous arrivez."
          checked={currentChoice.advertising}
          busy={isBusy}
          onChange={({ target }) => void choose({ ...currentChoice, advertising: target.checked })}
        />
        <div className={styles.both}>
          <Button small wide busy={isBusy} onClick={() => void choose(REFUSAL)}>
            Tout refuser
          </Button>
          <Button small wide busy={isBusy} onClick={() => void choose(AGREEMENT)}>
            Tout accepter
          </Button>
        </div>
        <p className="small soft" role="status">
          {status}
        </p>
      </fieldset>
    </>
  );
}
