import { PanelHeader } from 'panel/header';
import { sectionSearch, useSection } from 'panel/sections';
import { Inactivity, storageOwnerOf } from 'panel/inactivity';
import { ReauthenticationDialog } from 'panel/reauthentication';
import { Suspense } from 'react';
import { Dashboard } from 'ui/dashboard';
import { FailedPart } from 'ui/failed-part';
import { Spinner } from 'ui/spinner';
import { lazyPage } from 'web-kit/lazy-page';
import { useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { useAffiliates } from '../features/affiliates/index.ts';
import { Affiliates } from './affiliates.tsx';
import { ManagementPage } from './management.tsx';
import { Models } from './models.tsx';

/** Pages of the panel by their name in the address; the first is the default. */
const SECTIONS = [
  { id: 'gestion', label: 'Tableau de bord' },
  { id: 'modeles', label: 'Modèles' },
  { id: 'affilies', label: 'Affiliés' },
  { id: 'apercu', label: 'Aperçu' },
  { id: 'paiements', label: 'Paiements' },
  { id: 'abonnes', label: 'Abonnés' },
  { id: 'reversements', label: 'Reversements' },
  { id: 'postbacks', label: 'Postbacks' },
  { id: 'journal', label: 'Journal' },
  { id: 'securite', label: 'Sécurité', isInMenu: true },
] as const;
const OWNER = { session: adminSession, slug: null };
const PaymentsPage = lazyPage(
  async () => ({ default: (await import('../features/payments/index.ts')).Payments }),
  FailedPart,
);
const SubscribersPage = lazyPage(
  async () => ({ default: (await import('../features/subscribers/index.ts')).Subscribers }),
  FailedPart,
);
const OverviewPage = lazyPage(async () => ({ default: (await import('panel/overview')).OverviewPage }), FailedPart);
const PayoutsPage = lazyPage(async () => ({ default: (await import('./payouts.tsx')).PayoutsPage }), FailedPart);
const OutgoingPage = lazyPage(
  async () => ({ default: (await import('./outgoing-postbacks.tsx')).OutgoingPostbacksOfAffiliate }),
  FailedPart,
);
const AuditPage = lazyPage(async () => ({ default: (await import('panel/audit')).AuditPage }), FailedPart);
const SecurityPage = lazyPage(async () => ({ default: (await import('panel/security')).SecurityPage }), FailedPart);

/** Figures of all affiliates, or of one. */
function Overview() {
  const { data = [] } = useAffiliates();
  return <OverviewPage session={adminSession} slug={null} affiliates={data} />;
}

/** Dashboard of the main administrator. */
export function DashboardPage() {
  useDocumentTitle('administration');
  const section = useSection(SECTIONS);
  const { data: affiliates = [] } = useAffiliates();

  const logOut = async () => {
    await adminSession.logOut();
    window.location.reload();
  };

  return (
    <>
      <PanelHeader
        sections={SECTIONS}
        current={section}
        palette={{ owner: OWNER, affiliates }}
        onLogOut={() => void logOut()}
      />
      <Dashboard>
        <Suspense fallback={<Spinner large label="Chargement" />}>
          {section === 'gestion' && (
            <ManagementPage
              overview={sectionSearch(SECTIONS, 'apercu')}
              payments={sectionSearch(SECTIONS, 'paiements')}
            />
          )}
          {section === 'modeles' && <Models level={1} />}
          {section === 'affilies' && <Affiliates level={1} />}
          {section === 'apercu' && <Overview />}
          {section === 'paiements' && <PaymentsPage />}
          {section === 'abonnes' && <SubscribersPage />}
          {section === 'reversements' && <PayoutsPage />}
          {section === 'postbacks' && <OutgoingPage />}
          {section === 'journal' && <AuditPage session={adminSession} slug={null} />}
          {section === 'securite' && <SecurityPage session={adminSession} slug={null} />}
        </Suspense>
      </Dashboard>
      <ReauthenticationDialog session={adminSession} />
      <Inactivity owner={storageOwnerOf(null)} session={adminSession} onIdle={() => void adminSession.expire()} />
    </>
  );
}
