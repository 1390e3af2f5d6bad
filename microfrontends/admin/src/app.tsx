import { adminSession, useSession } from 'web-kit/session';
import { DeskPage } from './pages/desk.tsx';
import { GatePage } from './pages/gate.tsx';

/** Rendered by the shell below /admin/main. */
export default function AdminApp() {
  return useSession(adminSession) ? <DeskPage /> : <GatePage />;
}
