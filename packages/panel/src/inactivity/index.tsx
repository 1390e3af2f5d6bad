import type { PanelSession } from 'web-kit/session';
import { LogoutWarning } from './logout-warning.tsx';
import { useInactivity } from './use-inactivity.ts';

export { startActivity } from './use-inactivity.ts';

/** Returns the name of a panel in storage keys: the administrator's without a slug. */
export const storageOwnerOf = (slug: string | null): string => (slug === null ? 'main_admin' : `affiliate_${slug}`);

interface InactivityProps {
  /** Owner as returned by `storageOwnerOf`. */
  owner: string;
  session: PanelSession;
  /** Called when the session was inactive for too long. */
  onIdle: () => void;
}

/** Renews a panel's session while it is in use, and warns before it ends. */
export function Inactivity(props: InactivityProps) {
  const { isLogoutNear, stay } = useInactivity(props);
  return <LogoutWarning open={isLogoutNear} onStay={stay} />;
}
