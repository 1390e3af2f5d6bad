import { PanelHeader, useSection } from 'panel/header';
import { Inactivity } from 'panel/inactivity';
import { ReauthenticationDialog } from 'panel/reauthentication';
import { Suspense } from 'react';
import { Dashboard } from 'ui/dashboard';
import { Spinner } from 'ui/spinner';
import { lazyPage } from 'web-kit/lazy-page';
import { useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { useAffiliates } from '../features/affiliates/affiliates-api.ts';
import { ManagementPage } from './management.tsx';
import { STORAGE_OWNER } from './storage-owner.ts';

/** The pages of the panel, by their name in the address; the first is where it opens. */
const SECTIONS = [
  { id: 'gestion', label: 'Modèles et affiliés' },
  { id: 'apercu', label: 'Aperçu' },
  { id: 'journal', label: 'Journal' },
  { id: 'securite', label: 'Sécurité' },
] as const;
const OverviewPage = lazyPage(async () => ({ default: (await import('panel/overview')).OverviewPage }));
const AuditPage = lazyPage(async () => ({ default: (await import('panel/audit')).AuditPage }));
const SecurityPage = lazyPage(async () => ({ default: (await import('panel/security')).SecurityPage }));

/** The figures of all, or of one affiliate. */
function Overview() {
  const { data = [] } = useAffiliates();
  return <OverviewPage session={adminSession} slug={null} affiliates={data} />;
}

/** Everything the main administrator runs. */
export function DashboardPage() {
  useDocumentTitle('administration');
  const section = useSection(SECTIONS);

  const logOut = async () => {
    await adminSession.logOut();
    window.location.reload();
  };

  return (
    <>
      <PanelHeader sections={SECTIONS} current={section} onLogOut={() => void logOut()} />
      <Dashboard>
        <Suspense fallback={<Spinner large label="Chargement" />}>
          {section === 'gestion' && <ManagementPage />}
          {section === 'apercu' && <Overview />}
          {section === 'journal' && <AuditPage session={adminSession} slug={null} />}
          {section === 'securite' && <SecurityPage session={adminSession} slug={null} />}
        </Suspense>
      </Dashboard>
      <ReauthenticationDialog session={adminSession} />
      <Inactivity owner={STORAGE_OWNER} session={adminSession} onIdle={() => void adminSession.expire()} />
    </>
  );
}
