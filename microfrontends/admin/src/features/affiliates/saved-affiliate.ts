import { AFFILIATE_COLUMNS } from 'contracts/affiliate-fields';
import { newAffiliate } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import type { AffiliateBody } from './affiliates-api.ts';

/** Whether an affiliate is the result of creating a body; of the password only the length is known. */
export const isCreatedFrom = (affiliate: AffiliateView, body: AffiliateBody): boolean => {
  const { data } = newAffiliate.safeParse(body);
  if (!data || data.custom_password.length !== affiliate.password_length) return false;
  // An empty source id became the default.
  const sent: Partial<AffiliateView> = { ...data, adexico_source_id: data.adexico_source_id || undefined };
  return AFFILIATE_COLUMNS.every((name) => sent[name] === undefined || sent[name] === affiliate[name]);
};
