import { LoginForm } from 'panel/login';
import type { Opened } from 'panel/login';
import { PanelHeader } from 'panel/header';
import { startActivity, storageOwnerOf } from 'panel/inactivity';
import { useState } from 'react';
import { headingOf, useDocumentTitle } from 'web-kit/page-head';
import { adminSession } from 'web-kit/session';
import { loginCalls } from '../features/login/index.ts';

export function LoginPage() {
  useDocumentTitle('administration');
  const [isExpired] = useState(adminSession.isExpired);
  const open = (opened: Opened) => {
    startActivity(storageOwnerOf(null));
    adminSession.open(opened);
  };
  return (
    <>
      <PanelHeader />
      <LoginForm title={headingOf('administration')} isExpired={isExpired} calls={loginCalls} onOpen={open} />
    </>
  );
}
