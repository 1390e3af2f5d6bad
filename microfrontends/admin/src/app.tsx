import { adminSession, useSession } from 'web-kit/session';
import { DashboardPage } from './pages/dashboard.tsx';
import { LoginPage } from './pages/login.tsx';

/** Rendered by the shell below /admin/main. */
export default function AdminApp() {
  return useSession(adminSession) ? <DashboardPage /> : <LoginPage />;
}
