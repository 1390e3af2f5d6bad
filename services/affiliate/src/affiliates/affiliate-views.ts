import { AFFILIATE_COLUMNS, PUBLIC_AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import type { AffiliateColumn } from 'contracts/affiliate-fields';
import type { AffiliateView, PublicAffiliate } from 'contracts/affiliates';
import type { EventData } from 'contracts/events';
import type { Affiliate } from './affiliate.repository.ts';

const pick = <Name extends AffiliateColumn>(affiliate: Affiliate, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, affiliate[name]])) as Pick<Affiliate, Name>;

/** Returns an affiliate as its owner sees it. */
export const ownView = (affiliate: Affiliate): AffiliateView => ({
  id: affiliate.id,
  ...pick(affiliate, AFFILIATE_COLUMNS),
  created_at: affiliate.created_at.toISOString(),
});

/** Returns an affiliate as the administrator sees it, with the length of the password, shown as asterisks. */
export const administratorView = (affiliate: Affiliate): AffiliateView => ({
  ...ownView(affiliate),
  password_length: affiliate.password_length,
});

/** Returns an affiliate as everyone sees it. */
export const publicView = (affiliate: Affiliate): PublicAffiliate => pick(affiliate, PUBLIC_AFFILIATE_FIELDS);

/** Returns the data of the affiliate's events, optional facts included. */
export const factsOf = (affiliate: Affiliate): Required<Omit<EventData<'affiliate.updated'>, 'changes'>> => ({
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
