import type { OwnAffiliateChange } from 'contracts/affiliates';
import { updateOwnAffiliate as operation } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { affiliateSession } from 'web-kit/session';

export const updateOwnAffiliate = (slug: string, body: OwnAffiliateChange) =>
  call(operation, { params: { slug }, body, session: affiliateSession(slug) });
