import type { PanelSession } from 'web-kit/session';
import { LogoutWarning } from './logout-warning.tsx';
import { useInactivity } from './use-inactivity.ts';

export { startActivity } from './use-inactivity.ts';

interface InactivityProps {
  /** Whose panel it is, in the names of storage: "main_admin", "affiliate_aff-one". */
  owner: string;
  session: PanelSession;
  /** The session has been without activity for too long. */
  onIdle: () => void;
}

/** Renews a panel's session while it is in use, and warns before it ends. */
export function Inactivity(props: InactivityProps) {
  const { isLogoutNear, stay } = useInactivity(props);
  return <LogoutWarning open={isLogoutNear} onStay={stay} />;
}
