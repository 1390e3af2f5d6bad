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
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { usePublicAffiliate } from '../features/profile/index.ts';
import { LinksPage } from './links.tsx';
import { ManagementPage } from './management.tsx';
import { Models } from './models.tsx';

/** Pages of the panel by their name in the address; the first is the default. */
const SECTIONS = [
  { id: 'gestion', label: 'Tableau de bord' },
  { id: 'modeles', label: 'Mes modèles' },
  { id: 'liens', label: 'Liens' },
  { id: 'apercu', label: 'Aperçu' },
  { id: 'reversements', label: 'Reversements' },
  { id: 'postbacks', label: 'Postbacks' },
  { id: 'journal', label: 'Journal' },
  { id: 'securite', label: 'Sécurité', isInMenu: true },
] as const;
const OverviewPage = lazyPage(async () => ({ default: (await import('panel/overview')).OverviewPage }), FailedPart);
const EarningsPage = lazyPage(async () => ({ default: (await import('./earnings.tsx')).EarningsPage }), FailedPart);
const OutgoingPage = lazyPage(
  async () => ({ default: (await import('panel/outgoing-postbacks')).OutgoingPostbacksPage }),
  FailedPart,
);
const AuditPage = lazyPage(async () => ({ default: (await import('panel/audit')).AuditPage }), FailedPart);
const SecurityPage = lazyPage(async () => ({ default: (await import('panel/security')).SecurityPage }), FailedPart);

/** Dashboard of an affiliate. */
export function DashboardPage({ slug }: { slug: string }) {
  useDocumentTitle('affiliatePanel');
  const navigate = useNavigate();
  const section = useSection(SECTIONS);
  const { data } = usePublicAffiliate(slug);

  const session = affiliateSession(slug);
  const exitPanel = async (end: () => Promise<void>) => {
    await end();
    void navigate(paths.home());
  };

  return (
    <>
      <PanelHeader
        sections={SECTIONS}
        current={section}
        palette={{ owner: { session, slug }, affiliates: [] }}
        ownerName={data?.affiliate.name}
        onLogOut={() => void exitPanel(session.logOut)}
      />
      <Dashboard>
        <Suspense fallback={<Spinner large label="Chargement" />}>
          {section === 'gestion' && (
            <ManagementPage
              slug={slug}
              overview={sectionSearch(SECTIONS, 'apercu')}
              earnings={sectionSearch(SECTIONS, 'reversements')}
            />
          )}
          {section === 'modeles' && <Models slug={slug} level={1} />}
          {section === 'liens' && <LinksPage slug={slug} />}
          {section === 'apercu' && <OverviewPage session={session} slug={slug} />}
          {section === 'reversements' && <EarningsPage slug={slug} />}
          {section === 'postbacks' && <OutgoingPage session={session} slug={slug} />}
          {section === 'journal' && <AuditPage session={session} slug={slug} />}
          {section === 'securite' && <SecurityPage session={session} slug={slug} />}
        </Suspense>
      </Dashboard>
      <ReauthenticationDialog slug={slug} session={session} />
      <Inactivity owner={storageOwnerOf(slug)} session={session} onIdle={() => void exitPanel(session.expire)} />
    </>
  );
}
