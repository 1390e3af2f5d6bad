import type { CommissionTerms } from 'contracts/commissions';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';

export interface DatedTerms {
  affiliateId: string;
  terms: CommissionTerms;
  effectiveFrom: Date;
}

interface Row {
  affiliate_id: string;
  terms: CommissionTerms;
  effective_from: Date;
}
const datedTerms = ({ affiliate_id, terms, effective_from }: Row): DatedTerms => ({
  affiliateId: affiliate_id,
  terms,
  effectiveFrom: effective_from,
});
const COLUMNS = 'affiliate_id, terms, effective_from';
const HELD_AT = prepared(`
  select ${COLUMNS} from commission_terms where affiliate_id = $1 and effective_from <= coalesce($2, now())
  order by effective_from desc, sequence desc limit 1`);

/** Stores the terms of affiliates, which are append-only: of those that have begun, the latest apply. */
export const createTermsRepository = () => ({
  /** Returns the affiliate's own terms at an instant; null when the site's applied. @param at null: now */
  heldAt: async (client: Queryable, affiliateId: string, at: Date | null): Promise<DatedTerms | null> => {
    const { rows } = await client.query<Row>(HELD_AT, [affiliateId, at]);
    return rows.map(datedTerms)[0] ?? null;
  },
  /** Returns the current terms of each affiliate. @param affiliateId null: all affiliates */
  current: async (client: Queryable, affiliateId: string | null = null): Promise<DatedTerms[]> =>
    (
      await client.query<Row>(
        `select distinct on (affiliate_id) ${COLUMNS} from commission_terms
         where effective_from <= now() and ($1::uuid is null or affiliate_id = $1) order by affiliate_id, effective_from desc, sequence desc`,
        [affiliateId],
      )
    ).rows.map(datedTerms),
  /** Returns the next terms of each affiliate. @param affiliateId null: all affiliates */
  upcoming: async (client: Queryable, affiliateId: string | null = null): Promise<DatedTerms[]> =>
    (
      await client.query<Row>(
        `select distinct on (affiliate_id) ${COLUMNS} from commission_terms
         where effective_from > now() and ($1::uuid is null or affiliate_id = $1) order by affiliate_id, effective_from, sequence desc`,
        [affiliateId],
      )
    ).rows.map(datedTerms),
  /**
   * Adds terms if they differ from those that would apply at that time; returns whether it did.
   * @param day in Paris, at whose beginning the terms take effect; null: now, by the database's clock
   */
  add: async (client: Queryable, affiliateId: string, terms: CommissionTerms, day: string | null): Promise<boolean> => {
    const { rowCount } = await client.query(
      `with begun as (select coalesce($3::date::timestamp at time zone '${LIVE_TIME_ZONE}', now()) as at)
       insert into commission_terms (affiliate_id, terms, effective_from)
       select $1, $2, at from begun where $2::jsonb is distinct from (
         select terms from commission_terms where affiliate_id = $1 and effective_from <= at order by effective_from desc, sequence desc limit 1)`,
      [affiliateId, JSON.stringify(terms), day],
    );
    return rowCount === 1;
  },
});
export type TermsRepository = ReturnType<typeof createTermsRepository>;
