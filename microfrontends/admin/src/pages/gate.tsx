import { verifyAdministrator } from 'contracts/operations/auth';
import { TEXTS } from 'contracts/texts';
import { Gate } from 'panel/gate';
import { PanelHeader } from 'panel/header';
import { call } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';

export function GatePage() {
  useDocumentTitle(TEXTS.mainAdministration);
  const open = async (password: string) => adminSession.open(await call(verifyAdministrator, { body: { password } }));
  return (
    <>
      <PanelHeader />
      <Gate title={TEXTS.mainAdministration} onSubmit={open} />
    </>
  );
}
