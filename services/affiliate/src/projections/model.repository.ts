import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** The models as affiliate knows them from their events: whose they are. */
export const createModelRepository = () => ({
  countOf: async (client: Queryable, affiliateId: string): Promise<number> => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from models where affiliate_id = $1 and not is_deleted', [affiliateId]);
    return rows[0]?.count ?? 0;
  },
  /** Keeps what an event says, unless something newer is known. */
  keep: async (client: Queryable, { id, slug, affiliateId }: EventData<'model.created'>, revision: number): Promise<void> => {
    await client.query(
      `insert into models (id, slug, affiliate_id, revision) values ($1, $2, $3, $4)
       on conflict (id) do update set slug = $2, affiliate_id = $3, revision = $4
       where models.revision < $4 and not models.is_deleted`,
      [id, slug, affiliateId, revision],
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
