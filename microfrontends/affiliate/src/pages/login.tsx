import { verifyAffiliate } from 'contracts/operations/affiliates';
import { verifyAffiliateSecondFactor } from 'contracts/operations/second-factor';
import { LoginForm } from 'panel/login';
import type { LoginCalls, Opened } from 'panel/login';
import { PanelHeader } from 'panel/header';
import { startActivity } from 'panel/inactivity';
import { useState } from 'react';
import { call } from 'web-kit/api';
import { headingOf, useDocumentTitle } from 'web-kit/page-head';
import { affiliateSession } from 'web-kit/session';
import { usePublicAffiliate } from '../features/profile/profile-api.ts';
import { storageOwnerOf } from './storage-owner.ts';

const callsOf = (slug: string): LoginCalls => ({
  verify: (password) => call(verifyAffiliate, { params: { slug }, body: { password } }),
  verifySecondFactor: (body) => call(verifyAffiliateSecondFactor, { params: { slug }, body }),
});

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
        subtitle={data?.affiliate.name}
        isExpired={isExpired}
        calls={callsOf(slug)}
        onOpen={open}
        backHome
      />
    </>
  );
}
