import { TEXTS } from 'contracts/texts';
import { PanelHeader, useSection } from 'panel/header';
import { Desk } from 'ui/desk';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { useInactivity } from '../features/inactivity/use-inactivity.ts';
import { ManagementPage } from './management.tsx';

/** The pages of the panel, by their name in the address; the first is where it opens. */
const SECTIONS = [{ id: 'gestion', label: 'Mes modèles' }] as const;

/** What an affiliate runs (specification, section 2). */
export function DeskPage({ slug }: { slug: string }) {
  useDocumentTitle(TEXTS.affiliateAdministration);
  const navigate = useNavigate();
  const section = useSection(SECTIONS);

  const leave = async () => {
    await affiliateSession(slug).logOut();
    navigate(paths.home());
  };
  useInactivity(slug, () => void leave());

  return (
    <>
      <PanelHeader sections={SECTIONS} current={section} onLogOut={() => void leave()} />
      <Desk>{section === 'gestion' && <ManagementPage slug={slug} />}</Desk>
    </>
  );
}
