import { verifyAffiliate } from 'contracts/operations/affiliates';
import { TEXTS } from 'contracts/texts';
import { Gate } from 'panel/gate';
import { PanelHeader } from 'panel/header';
import { call } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { affiliateSession } from 'web-kit/session';
import { forgetActivity } from '../features/inactivity/use-inactivity.ts';
import { usePublicAffiliate } from '../features/profile/profile-api.ts';

export function GatePage({ slug }: { slug: string }) {
  useDocumentTitle(TEXTS.affiliateAdministration);
  const { data } = usePublicAffiliate(slug);
  const open = async (password: string) => {
    const answer = await call(verifyAffiliate, { params: { slug }, body: { password } });
    forgetActivity(slug);
    affiliateSession(slug).open(answer);
  };
  return (
    <>
      <PanelHeader />
      <Gate title={TEXTS.affiliateAdministration} subtitle={data?.affiliate.name} onSubmit={open} backHome />
    </>
  );
}
