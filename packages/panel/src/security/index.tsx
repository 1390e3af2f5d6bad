import { Devices, devicesKey } from 'account/devices';
import { PasswordForm } from 'account/password-form';
import { useState } from 'react';
import { DeskSection } from 'ui/desk';
import { FormSection } from 'ui/form-section';
import { useQueryClient } from 'web-kit/query';
import type { PanelOwner } from '../panel-owner.ts';
import { changePasswordOf, deviceCallsOf } from './security-api.ts';

/** Password and devices of a panel. The administrator's password is part of the server's configuration. */
export function SecurityPage({ session, slug }: PanelOwner) {
  const client = useQueryClient();
  const [calls] = useState(() => deviceCallsOf({ session, slug }));
  const owner = slug ?? 'administrator';
  return (
    <DeskSection title="Sécurité" level={1}>
      <FormSection title="Mot de passe" level={2} description={slug === null ? undefined : '6 caractères minimum.'}>
        {slug === null ? (
          <p>Le mot de passe de l’administration se change dans la configuration du serveur.</p>
        ) : (
          <PasswordForm username={slug} change={changePasswordOf(session, slug)} onChanged={() => void client.invalidateQueries({ queryKey: devicesKey(owner) })} />
        )}
      </FormSection>
      <FormSection title="Appareils" level={2} description="Là où ce panneau est ouvert.">
        <Devices owner={owner} calls={calls} onAllEnded={session.clear} />
      </FormSection>
    </DeskSection>
  );
}
