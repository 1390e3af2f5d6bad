import { TEXTS } from 'contracts/texts';
import { PanelHeader, useSection } from 'panel/header';
import { Suspense } from 'react';
import { Desk } from 'ui/desk';
import { Spinner } from 'ui/spinner';
import { lazyPage } from 'web-kit/lazy-page';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { LeavingSoon } from '../features/inactivity/leaving-soon.tsx';
import { useInactivity } from '../features/inactivity/use-inactivity.ts';
import { ManagementPage } from './management.tsx';

/** The pages of the panel, by their name in the address; the first is where it opens. */
const SECTIONS = [
  { id: 'gestion', label: 'Mes modèles' },
  { id: 'apercu', label: 'Aperçu' },
  { id: 'journal', label: 'Journal' },
] as const;
const OverviewPage = lazyPage(async () => ({ default: (await import('panel/overview')).OverviewPage }));
const AuditPage = lazyPage(async () => ({ default: (await import('panel/audit')).AuditPage }));

/** What an affiliate runs (specification, section 2). */
export function DeskPage({ slug }: { slug: string }) {
  useDocumentTitle(TEXTS.affiliateAdministration);
  const navigate = useNavigate();
  const section = useSection(SECTIONS);

  const leave = async () => {
    await affiliateSession(slug).logOut();
    navigate(paths.home());
  };
  const { isLeavingSoon, stay } = useInactivity(slug, () => void leave());

  return (
    <>
      <PanelHeader sections={SECTIONS} current={section} onLogOut={() => void leave()} />
      <Desk>
        <Suspense fallback={<Spinner large label="Chargement" />}>
          {section === 'gestion' && <ManagementPage slug={slug} />}
          {section === 'apercu' && <OverviewPage session={affiliateSession(slug)} slug={slug} />}
          {section === 'journal' && <AuditPage session={affiliateSession(slug)} slug={slug} />}
        </Suspense>
      </Desk>
      <LeavingSoon open={isLeavingSoon} onStay={stay} />
    </>
  );
}
