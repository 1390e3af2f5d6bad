import { useEffect, useState } from 'react';
import { ConnectionBar } from 'ui/connection-bar';
import { watchConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { useIsLogoutOwed } from './owed-logouts.ts';

const ACTION = 'cette action a besoin du réseau.';
const LOGOUT_OWED = 'Vous êtes déconnecté ici. Le serveur fermera la session dès qu’il répondra.';

const textOf = ({ state, hasFailedAction }: Connection): string | null => {
  switch (state) {
    case 'offline':
      return hasFailedAction ? `Hors connexion\u00a0: ${ACTION}` : 'Hors connexion';
    case 'unreachable':
      return hasFailedAction ? `Le site ne répond pas\u00a0: ${ACTION}` : 'Le site ne répond pas. Nouvel essai…';
    case 'restored':
      return 'Connexion rétablie';
    case 'online':
      return null;
  }
};

/** Shows the state of the connection, and of a logout that waits for it, on every screen. */
export function ConnectionNotice() {
  const [connection, setConnection] = useState<Connection>({ state: 'online', hasFailedAction: false });
  useEffect(() => watchConnection(setConnection), []);
  const isLogoutOwed = useIsLogoutOwed();
  return <ConnectionBar text={isLogoutOwed ? LOGOUT_OWED : textOf(connection)} />;
}
