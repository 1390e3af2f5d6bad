import { LIVE_TIME_ZONE } from 'contracts/limits';
import { OTHER_SOURCES, SMALL_SAMPLE, SOURCE_LENGTH } from 'contracts/overview';
import type { Postgres, Queryable } from 'service-kit/postgres';

/** Slugs of the page on which a visit began, or empty. */
export interface Landing {
  /** Slug from sub2. */
  affiliate: string;
  partnerAffiliate: string;
  model: string;
}

export const TODAY = `(now() at time zone '${LIVE_TIME_ZONE}')::date`;

export const createVisitRepository = (postgres: Postgres) => ({
  /** Returns the key of today's digests; the first process that needs it creates it. */
  keyOfToday: async (newKey: Buffer): Promise<{ day: string; key: Buffer }> => {
    await postgres.query(`insert into visit_keys (day, key) values (${TODAY}, $1) on conflict do nothing`, [newKey]);
    const { rows } = await postgres.query<{ day: string; key: Buffer }>(
      `select day::text, key from visit_keys where day = ${TODAY}`,
    );
    if (!rows[0]) throw new Error('the key of today is missing');
    return rows[0];
  },
  /** Returns the credited affiliate, as for a registration (docs/domain.md#attribution), and whether the model exists. */
  attribute: async ({
    affiliate,
    partnerAffiliate,
    model,
  }: Landing): Promise<{ affiliateId: string | null; isModel: boolean }> => {
    const { rows } = await postgres.query<{ affiliateId: string | null; isModel: boolean }>(
      `select coalesce(
         (select id from affiliates where slug = $1 and is_active), (select id from affiliates where slug = $2 and is_active),
         (select a.id from models m join affiliates a on a.id = m.affiliate_id where m.slug = $3 and not m.is_deleted and a.is_active limit 1)
       ) as "affiliateId", exists (select 1 from models where slug = $3 and not is_deleted) as "isModel"`,
      [affiliate, partnerAffiliate, model],
    );
    return rows[0] ?? { affiliateId: null, isModel: false };
  },
  /**
   * Moves the visits of an erased person's link to the other sources, without losing any, when the link has so few visits that its
   * sub1 could be that person's click id (docs/domain.md#small-samples). The registration has already lost the link.
   */
  eraseSource: async (client: Queryable, clickId: string): Promise<void> => {
    if (clickId === '') return;
    const { rows } = await client.query<{
      day: string;
      affiliateId: string | null;
      modelSlug: string;
      visits: number;
      clicks: number;
    }>(
      `with source as (
         select left($1, ${SOURCE_LENGTH}) as name where (
           select coalesce(sum(visits), 0) < ${SMALL_SAMPLE} and coalesce(sum(registrations), 0) < ${SMALL_SAMPLE}
           from source_figures where source = left($1, ${SOURCE_LENGTH}) and grain = 'month')
       )
       delete from visits v using source where v.source = source.name
         and v.day in (select day from source_figures f, source where f.source = source.name and f.grain = 'day')
       returning v.day::text, v.affiliate_id as "affiliateId", v.model_slug as "modelSlug", v.visits, v.clicks`,
      [clickId],
    );
    for (const { day, affiliateId, modelSlug, visits, clicks } of rows)
      await client.query(
        `insert into visits (day, affiliate_id, model_slug, source, visits, clicks) values ($1, $2, $3, '${OTHER_SOURCES}', $4, $5)
         on conflict (day, affiliate_id, model_slug, source) do update
         set visits = visits.visits + excluded.visits, clicks = visits.clicks + excluded.clicks`,
        [day, affiliateId, modelSlug, visits, clicks],
      );
  },
});
export type VisitRepository = ReturnType<typeof createVisitRepository>;
