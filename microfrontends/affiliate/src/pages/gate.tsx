import { verifyAffiliate } from 'contracts/operations/affiliates';
import { TEXTS } from 'contracts/texts';
import { Gate } from 'panel/gate';
import { PanelHeader } from 'panel/header';
import { startActivity } from 'panel/inactivity';
import { useState } from 'react';
import { call } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { affiliateSession } from 'web-kit/session';
import { usePublicAffiliate } from '../features/profile/profile-api.ts';
import { storageOwnerOf } from './storage-owner.ts';

export function GatePage({ slug }: { slug: string }) {
  useDocumentTitle(TEXTS.affiliateAdministration);
  const { data } = usePublicAffiliate(slug);
  const [isExpired] = useState(affiliateSession(slug).isExpired);
  const open = async (password: string) => {
    const answer = await call(verifyAffiliate, { params: { slug }, body: { password } });
    startActivity(storageOwnerOf(slug));
    affiliateSession(slug).open(answer);
  };
  return (
    <>
      <PanelHeader />
      <Gate title={TEXTS.affiliateAdministration} subtitle={data?.affiliate.name} isExpired={isExpired} onSubmit={open} backHome />
    </>
  );
}
