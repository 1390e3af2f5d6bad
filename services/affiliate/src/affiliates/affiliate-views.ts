import type { AffiliateView, PublicAffiliate } from 'contracts/affiliates';
import type { EventData } from 'contracts/events';
import type { Affiliate } from './affiliate.repository.ts';

/** An affiliate as it sees itself. */
export const ownView = ({
  id,
  name,
  slug,
  adexico_base_url,
  adexico_source_id,
  email_from_name,
  email_from_email,
  telegram_link,
  is_active,
  is_suspended,
  created_at,
}: Affiliate): AffiliateView => ({
  id,
  name,
  slug,
  adexico_base_url,
  adexico_source_id,
  email_from_name,
  email_from_email,
  telegram_link,
  is_active,
  is_suspended,
  created_at: created_at.toISOString(),
});

/** An affiliate as the administrator sees it: the length of its password as well, to draw the stars. */
export const administratorView = (affiliate: Affiliate): AffiliateView => ({
  ...ownView(affiliate),
  password_length: affiliate.password_length,
});

export const publicView = ({ name, slug, is_active }: Affiliate): PublicAffiliate => ({ name, slug, is_active });

/** An affiliate as its events tell it. */
export const factsOf = (affiliate: Affiliate): EventData<'affiliate.updated'> => ({
  id: affiliate.id,
  slug: affiliate.slug,
  name: affiliate.name,
  isActive: affiliate.is_active,
  isSuspended: affiliate.is_suspended,
  telegramLink: affiliate.telegram_link,
  emailFromName: affiliate.email_from_name,
  emailFromEmail: affiliate.email_from_email,
  adexicoBaseUrl: affiliate.adexico_base_url,
  adexicoSourceId: affiliate.adexico_source_id,
});
