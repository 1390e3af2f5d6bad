import { Devices, devicesKey } from 'account/devices';
import type { DeviceCalls } from 'account/devices';
import { PasswordForm } from 'account/password-form';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { FormSection } from 'ui/form-section';
import { useQueryClient } from 'web-kit/query';
import type { PanelOwner } from '../panel-owner.ts';
import { factorCallsOf, SecondFactors } from '../second-factor/index.tsx';
import { changePassword } from './api/change-password.ts';
import { endSession } from './api/end-session.ts';
import { endSessions } from './api/end-sessions.ts';
import { listSessions } from './api/list-sessions.ts';

const deviceCallsOf = (owner: PanelOwner): DeviceCalls => ({
  list: (signal) => listSessions(owner, signal),
  end: (id) => endSession(owner, id),
  endAll: () => endSessions(owner),
});

/** Password, second factors and devices of a panel's user. The administrator's password is part of the server's configuration. */
export function SecurityPage({ session, slug }: PanelOwner) {
  const client = useQueryClient();
  const [calls] = useState(() => deviceCallsOf({ session, slug }));
  const [factorCalls] = useState(() => factorCallsOf({ session, slug }));
  const owner = slug ?? 'administrator';
  const refreshDevices = () => void client.invalidateQueries({ queryKey: devicesKey(owner) });
  return (
    <DashboardSection title="Sécurité" level={1}>
      <FormSection title="Mot de passe" level={2} description={slug === null ? undefined : '6 caractères minimum.'}>
        {slug === null ? (
          <p>Le mot de passe de l’administration se change dans la configuration du serveur.</p>
        ) : (
          <PasswordForm
            username={slug}
            change={(body) => changePassword(session, slug, body)}
            onChanged={refreshDevices}
          />
        )}
      </FormSection>
      <FormSection
        title="Double authentification"
        level={2}
        description="Après le mot de passe, un code ou une clé d’accès."
      >
        <SecondFactors owner={owner} calls={factorCalls} onFirstAdded={refreshDevices} />
      </FormSection>
      <FormSection title="Appareils" level={2} description="Là où ce panneau est ouvert.">
        <Devices owner={owner} calls={calls} onAllEnded={session.clear} />
      </FormSection>
    </DashboardSection>
  );
}
