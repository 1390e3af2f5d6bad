import { verifyAdministrator } from 'contracts/operations/auth';
import { TEXTS } from 'contracts/texts';
import { Gate } from 'panel/gate';
import { PanelHeader } from 'panel/header';
import { startActivity } from 'panel/inactivity';
import { useState } from 'react';
import { call } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { STORAGE_OWNER } from './storage-owner.ts';

export function GatePage() {
  useDocumentTitle(TEXTS.mainAdministration);
  const [isExpired] = useState(adminSession.isExpired);
  const open = async (password: string) => {
    const answer = await call(verifyAdministrator, { body: { password } });
    startActivity(STORAGE_OWNER);
    adminSession.open(answer);
  };
  return (
    <>
      <PanelHeader />
      <Gate title={TEXTS.mainAdministration} isExpired={isExpired} onSubmit={open} />
    </>
  );
}
