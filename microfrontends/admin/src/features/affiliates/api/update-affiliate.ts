import { updateAffiliate as operation } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';
import type { AffiliateBody } from './create-affiliate.ts';

export const updateAffiliate = (id: string, body: Partial<AffiliateBody>) =>
  call(operation, { params: { id }, body, session });
