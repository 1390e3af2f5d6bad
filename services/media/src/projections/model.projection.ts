import type { Event, EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';

/** What the upload rights depend on. */
export interface Model {
  id: string;
  /** The owner, which never changes; null: the administrator. */
  affiliateId: string | null;
}

const projection = createProjection<Event<'model.created' | 'model.updated'>>({
  table: 'models',
  columns: {
    slug: ({ data }) => data.slug,
    slug_since: ({ occurredAt }) => occurredAt,
    affiliate_id: ({ data }) => data.affiliateId,
    is_hidden: ({ data }) => data.isHidden ?? false,
  },
  merges: { slug_since: 'case when models.slug = excluded.slug then models.slug_since else excluded.slug_since end' },
  tombstone: 'is_deleted',
  removedAt: 'removed_at',
});

/** Projection of models: their slugs, their owners, and which assets they use. */
export const createModelProjection = (postgres: Queryable) => ({
  byId: async (id: string): Promise<Model | null> => {
    const { rows } = await postgres.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where id = $1 and not is_deleted',
      [id],
    );
    return rows[0] ?? null;
  },
  /** Returns the model that has this slug now; while events arrive out of order, the last one that took it. */
  withSlug: async (slug: string, client: Queryable = postgres): Promise<Model | null> => {
    const { rows } = await client.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where slug = $1 and not is_deleted order by slug_since desc limit 1',
      [slug],
    );
    return rows[0] ?? null;
  },
  /** Locks the model against deletion until the transaction ends. @returns false when it is deleted already */
  hold: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query('select from models where id = $1 and not is_deleted for share', [id]);
    return rowCount === 1;
  },
  /** Applies an event and replaces the assets in use. @returns false when a newer event, or the deletion, was applied before */
  apply: async (client: Queryable, event: Event<'model.created' | 'model.updated'>): Promise<boolean> => {
    const { id, assets } = event.data;
    if (!(await projection.apply(client, id, event, event.revision))) return false;
    await client.query(
      `with lost as (delete from model_assets where model_id = $1 and asset_id <> all($2::uuid[]) returning asset_id)
       update assets set unattached_since = now(), release_asked_at = null where id in (select asset_id from lost)`,
      [id, assets.map((asset) => asset.id)],
    );
    await client.query(
      `insert into model_assets (model_id, asset_id, access, publish_at)
       select $1, asset.id, asset.access, asset.publish_at
       from unnest($2::uuid[], $3::text[], $4::timestamptz[]) as asset (id, access, publish_at)
       on conflict (model_id, asset_id) do update set access = excluded.access, publish_at = excluded.publish_at`,
      [
        id,
        assets.map((asset) => asset.id),
        assets.map(({ access }) => access),
        assets.map(({ publishAt }) => publishAt ?? null),
      ],
    );
    return true;
  },
  /** Removes a model; returns the ids of the assets that belonged to it, drafts that it used included. */
  remove: async (
    client: Queryable,
    { id, slug, assets }: EventData<'model.deleted'>,
    revision: number,
  ): Promise<string[]> => {
    await projection.remove(client, id, revision, { slug });
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
export type ModelProjection = ReturnType<typeof createModelProjection>;
