import type { CommissionTerms } from 'contracts/commissions';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Queryable } from 'service-kit/postgres';

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

/** Terms of affiliates, which are only ever added: of those that have begun, the latest hold. */
export const createTermsRepository = () => ({
  /** Terms that an affiliate had of its own at an instant; null where the site's held. @param at null: now */
  heldAt: async (client: Queryable, affiliateId: string, at: Date | null): Promise<DatedTerms | null> => {
    const { rows } = await client.query<Row>(
      `select ${COLUMNS} from commission_terms where affiliate_id = $1 and effective_from <= coalesce($2, now())
       order by effective_from desc, sequence desc limit 1`,
      [affiliateId, at],
    );
    return rows.map(datedTerms)[0] ?? null;
  },
  /** Returns the terms of each affiliate that hold now. @param affiliateId null: of all */
  current: async (client: Queryable, affiliateId: string | null = null): Promise<DatedTerms[]> =>
    (
      await client.query<Row>(
        `select distinct on (affiliate_id) ${COLUMNS} from commission_terms
         where effective_from <= now() and ($1::uuid is null or affiliate_id = $1) order by affiliate_id, effective_from desc, sequence desc`,
        [affiliateId],
      )
    ).rows.map(datedTerms),
  /** Returns the terms of each affiliate that begin next. @param affiliateId null: of all */
  upcoming: async (client: Queryable, affiliateId: string | null = null): Promise<DatedTerms[]> =>
    (
      await client.query<Row>(
        `select distinct on (affiliate_id) ${COLUMNS} from commission_terms
         where effective_from > now() and ($1::uuid is null or affiliate_id = $1) order by affiliate_id, effective_from, sequence desc`,
        [affiliateId],
      )
    ).rows.map(datedTerms),
  /** Adds terms that differ from those that hold then; returns whether they do. @param day in Paris, at whose beginning they begin; null: now, by the database's clock */
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
