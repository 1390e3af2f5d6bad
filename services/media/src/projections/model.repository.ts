import type { Event, EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** A model as far as rights need it. */
export interface Model {
  id: string;
  /** The owner, who never changes; null: the house. */
  affiliateId: string | null;
}

/** Models as media knows them from their events: which slugs they have, whose they are, and which assets they use. */
export const createModelRepository = (postgres: Queryable) => ({
  byId: async (id: string): Promise<Model | null> => {
    const { rows } = await postgres.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where id = $1 and not is_deleted',
      [id],
    );
    return rows[0] ?? null;
  },
  /** The model that has this slug now: while events overtake each other, the one that took it last. */
  withSlug: async (slug: string, client: Queryable = postgres): Promise<Model | null> => {
    const { rows } = await client.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where slug = $1 and not is_deleted order by slug_since desc limit 1',
      [slug],
    );
    return rows[0] ?? null;
  },
  /** Keeps the model from being deleted until the transaction ends. @returns false when it is deleted already */
  hold: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query('select from models where id = $1 and not is_deleted for share', [id]);
    return rowCount === 1;
  },
  /** Keeps what an event says, unless something newer is known. @returns false then */
  keep: async (
    client: Queryable,
    { data: { id, slug, affiliateId, assets }, revision, occurredAt }: Event<'model.created' | 'model.updated'>,
  ): Promise<boolean> => {
    const { rowCount } = await client.query(
      `insert into models (id, slug, slug_since, affiliate_id, revision) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set slug = $2, slug_since = case when models.slug = $2 then models.slug_since else $3 end, affiliate_id = $4, revision = $5
       where models.revision < $5 and not models.is_deleted`,
      [id, slug, occurredAt, affiliateId, revision],
    );
    if (rowCount === 0) return false;
    await client.query(
      `with lost as (delete from model_assets where model_id = $1 and asset_id <> all($2::uuid[]) returning asset_id)
       update assets set unattached_since = now(), release_asked_at = null where id in (select asset_id from lost)`,
      [id, assets.map((asset) => asset.id)],
    );
    await client.query(
      `insert into model_assets (model_id, asset_id, access)
       select $1, asset.id, asset.access from unnest($2::uuid[], $3::text[]) as asset (id, access)
       on conflict (model_id, asset_id) do update set access = excluded.access`,
      [id, assets.map((asset) => asset.id), assets.map(({ access }) => access)],
    );
    return true;
  },
  /** Forgets a model; returns the assets that were its own, those of its drafts among them that it used. */
  forget: async (
    client: Queryable,
    { id, slug, assets }: EventData<'model.deleted'>,
    revision: number,
  ): Promise<string[]> => {
    await client.query(
      `insert into models (id, slug, revision, is_deleted) values ($1, $2, $3, true)
       on conflict (id) do update set revision = greatest(models.revision, $3), is_deleted = true`,
      [id, slug, revision],
    );
    await client.query('delete from model_assets where model_id = $1', [id]);
    await client.query('update resumable_uploads set expires_at = now() where model_id = $1 and asset_id is null', [
      id,
    ]);
    const { rows } = await client.query<{ id: string }>(
      `select id from assets where state <> 'deleted' and (model_id = $1 or (model_id is null and model_slug = $2 and id = any($3::uuid[])))`,
      [id, slug, assets],
    );
    return rows.map((row) => row.id);
  },
});
export type ModelRepository = ReturnType<typeof createModelRepository>;
