import { newAffiliate } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import type { AffiliateBody } from './affiliates-api.ts';

const TYPED = [
  'name',
  'slug',
  'adexico_base_url',
  'email_from_name',
  'email_from_email',
  'telegram_link',
  'is_active',
] as const;

/** Whether an affiliate is what the creation of a body has made; of its password, only the length can be told. */
export const isMadeOf = (affiliate: AffiliateView, body: AffiliateBody): boolean => {
  const { data: sent } = newAffiliate.safeParse(body);
  if (!sent || sent.custom_password.length !== affiliate.password_length) return false;
  return (
    TYPED.every((field) => sent[field] === undefined || sent[field] === affiliate[field]) &&
    (!sent.adexico_source_id || sent.adexico_source_id === affiliate.adexico_source_id)
  );
};
