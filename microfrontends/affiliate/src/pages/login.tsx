import { LoginForm } from 'panel/login';
import type { Opened } from 'panel/login';
import { PanelHeader } from 'panel/header';
import { startActivity, storageOwnerOf } from 'panel/inactivity';
import { useState } from 'react';
import { headingOf, useDocumentTitle } from 'web-kit/page-head';
import { affiliateSession } from 'web-kit/session';
import { loginCallsOf } from '../features/login/index.ts';
import { usePublicAffiliate } from '../features/profile/index.ts';

export function LoginPage({ slug }: { slug: string }) {
  useDocumentTitle('affiliatePanel');
  const { data } = usePublicAffiliate(slug);
  const [isExpired] = useState(affiliateSession(slug).isExpired);
  const open = (opened: Opened) => {
    startActivity(storageOwnerOf(slug));
    affiliateSession(slug).open(opened);
  };
  return (
    <>
      <PanelHeader />
      <LoginForm
        title={headingOf('affiliatePanel')}
        slug={slug}
        subtitle={data?.affiliate.name}
        isExpired={isExpired}
        calls={loginCallsOf(slug)}
        onOpen={open}
        backHome
      />
    </>
  );
}
