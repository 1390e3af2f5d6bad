import type { Attribution } from 'contracts/attribution';
import type { Postgres } from 'service-kit/postgres';

interface Click {
  /** Slug from sub2. */
  affiliate: string;
  /** Slug from ?affiliate= of the partner page's link. */
  partnerAffiliate: string;
}

const CANDIDATES = `
  select a.id, a.slug, a.id = m.affiliate_id as "isOwner" from affiliates a
  left join models m on m.id = $2 and not m.is_deleted
  where a.is_active and not a.is_deleted and (a.slug = any($1) or a.id = m.affiliate_id)`;

/** Determines the affiliate credited for a registration, among active affiliates (docs/domain.md#attribution). */
export const createAttributionRule =
  (postgres: Pick<Postgres, 'query'>) =>
  async ({ affiliate, partnerAffiliate }: Click, modelId: string): Promise<Attribution> => {
    const slugs = [affiliate, partnerAffiliate].filter((slug) => slug !== '');
    const { rows } = await postgres.query<{ id: string; slug: string; isOwner: boolean | null }>(CANDIDATES, [
      slugs,
      modelId,
    ]);
    const affiliateIdOf = (slug: string) => (slug === '' ? undefined : rows.find((row) => row.slug === slug)?.id);
    const [bySub2, byPartnerPage, byModel] = [
      affiliateIdOf(affiliate),
      affiliateIdOf(partnerAffiliate),
      rows.find(({ isOwner }) => isOwner)?.id,
    ];
    if (bySub2) return { affiliateId: bySub2, reason: 'sub2' };
    if (byPartnerPage) return { affiliateId: byPartnerPage, reason: 'partner-page' };
    return byModel ? { affiliateId: byModel, reason: 'model-owner' } : { affiliateId: null, reason: 'none' };
  };
export type AttributionRule = ReturnType<typeof createAttributionRule>;
