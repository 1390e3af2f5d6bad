import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/**
 * Where an asset `a` may show in a model `m`: it was uploaded for it (or for a slug that it had), by its owner or the
 * administrator. The catalogue asks the same before it shows an item (design, section 4).
 */
export const BELONGS = `(a.model_slug = m.slug or a.model_slug = any(m.previous_slugs)) and (a.uploader_affiliate_id is null or a.uploader_affiliate_id = m.affiliate_id)`;

/** Models as media knows them from their events: whose slugs they are, and which assets everybody may see. */
export const createModelRepository = (postgres: Queryable) => ({
  /** The models that have this slug, and the slugs whose uploads are theirs; two only while events overtake each other. */
  withSlug: async (slug: string): Promise<{ affiliateId: string | null; previousSlugs: string[] }[]> => {
    const { rows } = await postgres.query<{ affiliateId: string | null; previousSlugs: string[] }>(
      'select affiliate_id as "affiliateId", previous_slugs as "previousSlugs" from models where slug = $1 and not is_deleted',
      [slug],
    );
    return rows;
  },
  /** Keeps what an event says, unless something newer is known. */
  keep: async (client: Queryable, { id, slug, previousSlugs, affiliateId, assets }: EventData<'model.created'>, revision: number): Promise<void> => {
    const { rowCount } = await client.query(
      `insert into models (id, slug, previous_slugs, affiliate_id, revision) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set slug = $2, previous_slugs = $3, affiliate_id = $4, revision = $5
       where models.revision < $5 and not models.is_deleted`,
      [id, slug, previousSlugs, affiliateId, revision],
    );
    if (rowCount === 0) return;
    await client.query('delete from model_assets where model_id = $1', [id]);
    await client.query(
      `insert into model_assets (model_id, asset_id, access)
       select $1, asset.id, asset.access from unnest($2::uuid[], $3::text[]) as asset (id, access) on conflict do nothing`,
      [id, assets.map((asset) => asset.id), assets.map(({ access }) => access)],
    );
  },
  /**
   * Forgets a model; returns the assets that were its own and that no other model shows.
   */
  forget: async (client: Queryable, { id, slug, assets }: EventData<'model.deleted'>, revision: number): Promise<string[]> => {
    const { rows: known } = await client.query<{ is_new: boolean }>(
      `insert into models (id, slug, revision, is_deleted) values ($1, $2, $3, true)
       on conflict (id) do update set revision = greatest(models.revision, $3), is_deleted = true
       returning xmax = 0 as is_new`,
      [id, slug, revision],
    );
    // A model that was never heard of has no owner here: its slug alone then says which uploads were its own.
    const own = known[0]?.is_new ? 'a.model_slug = m.slug' : BELONGS;
    const { rows } = await client.query<{ id: string }>(
      `select a.id from assets a join models m on m.id = $1
       where (a.id = any($2::uuid[]) or a.id in (select asset_id from model_assets where model_id = $1)) and a.state <> 'deleted' and ${own}
         and not exists (select from model_assets other join models m on m.id = other.model_id where other.asset_id = a.id and m.id <> $1 and not m.is_deleted and ${BELONGS})`,
      [id, assets],
    );
    await client.query('delete from model_assets where model_id = $1', [id]);
    return rows.map((row) => row.id);
  },
});
export type ModelRepository = ReturnType<typeof createModelRepository>;
