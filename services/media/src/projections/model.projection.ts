import { usesNamedBy } from 'contracts/events';
import type { Event, EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';

/** Facts of a model that determine upload rights. */
export interface Model {
  id: string;
  /** Owner, which never changes; null: the administrator. */
  affiliateId: string | null;
}

type ModelEvent = Event<'model.created' | 'model.updated'>;

const projection = createProjection<ModelEvent, Event<'model.deleted'>>({
  table: 'models',
  idOf: ({ data }) => data.id,
  columns: {
    slug: ({ data }) => data.slug,
    slug_since: ({ occurredAt }) => occurredAt,
    affiliate_id: ({ data }) => data.affiliateId,
    is_hidden: ({ data }) => data.isHidden ?? false,
  },
  merges: { slug_since: 'case when models.slug = excluded.slug then models.slug_since else excluded.slug_since end' },
  tombstone: 'is_deleted',
  onRemoval: { slug: ({ data }) => data.slug },
  removedAt: 'removed_at',
});

/** SQL that records since when assets are unattached; callers append a condition. */
const DATE_UNATTACHED = 'update assets set unattached_since = now(), release_asked_at = null where id in';

/**
 * Applies an event's uses to the model's assets, each with its own revision: events may arrive in any order, and an older one
 * changes nothing of an asset.
 */
const applyUses = async (
  client: Queryable,
  uses: readonly { id: string; access: string | null; publishAt?: string | undefined }[],
  { modelId, revision }: { modelId: string; revision: number },
): Promise<void> => {
  await client.query(
    `with applied as (
       insert into model_assets (model_id, asset_id, access, publish_at, unused_since, revision)
       select $1, used.id, used.access, used.publish_at, case when used.access is null then now() end, $2
       from unnest($3::uuid[], $4::text[], $5::timestamptz[]) as used (id, access, publish_at)
       on conflict (model_id, asset_id) do update
         set access = excluded.access, publish_at = excluded.publish_at, unused_since = excluded.unused_since, revision = excluded.revision
         where model_assets.revision < excluded.revision
       returning asset_id, access)
     ${DATE_UNATTACHED} (select asset_id from applied where access is null)`,
    [
      modelId,
      revision,
      uses.map(({ id }) => id),
      uses.map(({ access }) => access),
      uses.map(({ publishAt }) => publishAt ?? null),
    ],
  );
};

/** Deletes uses that are older than an event with all assets and not in it. */
const removeOlder = async (
  client: Queryable,
  ids: readonly string[],
  { modelId, revision }: { modelId: string; revision: number },
): Promise<void> => {
  await client.query(
    `with lost as (delete from model_assets where model_id = $1 and revision < $2 and asset_id <> all($3::uuid[]) returning asset_id, access)
     ${DATE_UNATTACHED} (select asset_id from lost where access is not null)`,
    [modelId, revision, ids],
  );
};

/** Projection of models: slugs, owners and used assets. */
export const createModelProjection = (postgres: Queryable) => ({
  byId: async (id: string): Promise<Model | null> => {
    const { rows } = await postgres.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where id = $1 and not is_deleted',
      [id],
    );
    return rows[0] ?? null;
  },
  /** Returns the model that has this slug now; while events arrive out of order, the latest one that took it. */
  bySlug: async (slug: string, client: Queryable = postgres): Promise<Model | null> => {
    const { rows } = await client.query<Model>(
      'select id, affiliate_id as "affiliateId" from models where slug = $1 and not is_deleted order by slug_since desc limit 1',
      [slug],
    );
    return rows[0] ?? null;
  },
  /** Locks the model against deletion until the transaction ends. @returns false when it is already deleted */
  preventDeletion: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query('select from models where id = $1 and not is_deleted for share', [id]);
    return rowCount === 1;
  },
  /**
   * Applies an event. Its uses are applied unless a newer event with all assets was applied, even if other newer events were.
   * @returns whether it is the model's newest event; null when the model is deleted
   */
  apply: async (client: Queryable, event: ModelEvent): Promise<{ isNewest: boolean } | null> => {
    const { revision } = event;
    const data: EventData<'model.updated'> = event.data;
    const at = { modelId: data.id, revision };
    // Locks the model's row, even without changing it.
    const isNewest = await projection.apply(client, event);
    const { rows } = await client.query<{ isDeleted: boolean; isCovered: boolean }>(
      'select is_deleted as "isDeleted", assets_revision >= $2 as "isCovered" from models where id = $1',
      [data.id, revision],
    );
    if (rows[0]?.isDeleted) return null;
    if (rows[0]?.isCovered) return { isNewest };
    if (data.assets) {
      await client.query('update models set assets_revision = $2 where id = $1', [data.id, revision]);
      await removeOlder(
        client,
        data.assets.map(({ id }) => id),
        at,
      );
    }
    const unused = data.assetChanges?.unused ?? [];
    await applyUses(client, [...usesNamedBy(data), ...unused.map((id) => ({ id, access: null }))], at);
    return { isNewest };
  },
  /** Deletes a model; returns the ids of its assets, including drafts that it used. */
  remove: async (client: Queryable, event: Event<'model.deleted'>): Promise<string[]> => {
    const { id, slug, assets } = event.data;
    await projection.remove(client, event);
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
