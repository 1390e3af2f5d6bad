import type { PanelSession } from 'web-kit/session';
import { LeavingSoon } from './leaving-soon.tsx';
import { useInactivity } from './use-inactivity.ts';

export { startActivity } from './use-inactivity.ts';

interface InactivityProps {
  /** Whose panel it is, in the names of storage: "main_admin", "affiliate_aff-one". */
  owner: string;
  session: PanelSession;
  /** The session has been without activity for too long. */
  onIdle: () => void;
}

/** Keeps the session of a panel open while somebody works in it, and no longer. */
export function Inactivity(props: InactivityProps) {
  const { isLeavingSoon, stay } = useInactivity(props);
  return <LeavingSoon open={isLeavingSoon} onStay={stay} />;
}
