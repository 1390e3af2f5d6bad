import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** The models as affiliate knows them from their events: whose they are, what they are called, whether they are live. */
export const createModelRepository = () => ({
  countOf: async (client: Queryable, affiliateId: string): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from models where affiliate_id = $1 and not is_deleted',
      [affiliateId],
    );
    return rows[0]?.count ?? 0;
  },
  /** Keeps what an event says, unless something newer is known. */
  keep: async (
    client: Queryable,
    { id, slug, name, previousSlugs, affiliateId }: EventData<'model.created'>,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into models (id, slug, affiliate_id, name, previous_slugs, revision) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set slug = $2, affiliate_id = $3, name = $4, previous_slugs = $5, revision = $6
       where models.revision < $6 and not models.is_deleted`,
      [id, slug, affiliateId, name, previousSlugs, revision],
    );
  },
  /** Live or not; may be heard of before the model itself, whose facts are older than none then. */
  keepLive: async (
    client: Queryable,
    { id, slug }: EventData<'live.started'>,
    isLive: boolean,
    revision: number,
    at: string,
  ): Promise<void> => {
    await client.query(
      `insert into models (id, slug, revision, is_live, live_changed_at, live_revision) values ($1, $2, 0, $3, $4, $5)
       on conflict (id) do update set is_live = $3, live_changed_at = $4, live_revision = $5 where models.live_revision < $5`,
      [id, slug, isLive, at, revision],
    );
  },
  forget: async (client: Queryable, { id, slug }: EventData<'model.deleted'>, revision: number): Promise<void> => {
    await client.query(
      `insert into models (id, slug, revision, is_deleted) values ($1, $2, $3, true)
       on conflict (id) do update set revision = greatest(models.revision, $3), is_deleted = true`,
      [id, slug, revision],
    );
  },
});
export type ModelRepository = ReturnType<typeof createModelRepository>;
