import { TEXTS } from 'contracts/texts';
import { PanelHeader, useSection } from 'panel/header';
import { Desk } from 'ui/desk';
import { useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { ManagementPage } from './management.tsx';

/** The pages of the panel, by their name in the address; the first is where it opens. */
const SECTIONS = [{ id: 'gestion', label: 'Modèles et affiliés' }] as const;

/** Everything the main administrator runs (specification, section 2). */
export function DeskPage() {
  useDocumentTitle(TEXTS.mainAdministration);
  const section = useSection(SECTIONS);

  const logOut = async () => {
    await adminSession.logOut();
    window.location.reload();
  };

  return (
    <>
      <PanelHeader sections={SECTIONS} current={section} onLogOut={() => void logOut()} />
      <Desk>{section === 'gestion' && <ManagementPage />}</Desk>
    </>
  );
}
