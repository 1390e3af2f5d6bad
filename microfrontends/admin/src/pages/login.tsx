import { verifyAdministrator } from 'contracts/operations/auth';
import { enrolAdministrator, verifyAdministratorSecondFactor } from 'contracts/operations/second-factor';
import { LoginForm } from 'panel/login';
import type { LoginCalls, Opened } from 'panel/login';
import { PanelHeader } from 'panel/header';
import { startActivity } from 'panel/inactivity';
import { useState } from 'react';
import { call } from 'web-kit/api';
import { headingOf, useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { STORAGE_OWNER } from './storage-owner.ts';

const CALLS: LoginCalls = {
  verify: (password) => call(verifyAdministrator, { body: { password } }),
  verifySecondFactor: (body) => call(verifyAdministratorSecondFactor, { body }),
  enrol: (body) => call(enrolAdministrator, { body }),
};

export function LoginPage() {
  useDocumentTitle('administration');
  const [isExpired] = useState(adminSession.isExpired);
  const open = (opened: Opened) => {
    startActivity(STORAGE_OWNER);
    adminSession.open(opened);
  };
  return (
    <>
      <PanelHeader />
      <LoginForm title={headingOf('administration')} isExpired={isExpired} calls={CALLS} onOpen={open} />
    </>
  );
}
