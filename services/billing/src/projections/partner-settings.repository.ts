import type { EventData } from 'contracts/events';
import type { Postgres, Queryable } from 'service-kit/postgres';

/** Where a model or an affiliate sends those who pay, and the group to which it invites; empty: not set. */
export interface Settings {
  slug: string;
  baseUrl: string;
  sourceId: string;
  telegramLink: string;
  /** Models always are. */
  isActive: boolean;
}

/** What a slug of the site names: a model with its affiliate, an affiliate, or nothing. */
export interface Named {
  model: Settings | null;
  /** The affiliate to whom the model belongs. */
  owner: Settings | null;
  affiliate: Settings | null;
}

interface Row {
  slug: string;
  base_url: string;
  source_id: string;
  telegram_link: string;
  /** Of affiliates alone. */
  is_active?: boolean;
}
type ModelRow = Row & { affiliate_id: string | null };
const settings = (row: Row | undefined): Settings | null =>
  row
    ? {
        slug: row.slug,
        baseUrl: row.base_url,
        sourceId: row.source_id,
        telegramLink: row.telegram_link,
        isActive: row.is_active ?? true,
      }
    : null;

type OwnedModel = Omit<Named, 'affiliate'>;
const withOwner = async (database: Pick<Postgres, 'query'>, model: ModelRow | undefined): Promise<OwnedModel> => {
  const owners = model?.affiliate_id
    ? await database.query<Row>('select * from affiliates where not deleted and id = $1', [model.affiliate_id])
    : null;
  return { model: settings(model), owner: settings(owners?.rows[0]) };
};

/** Projection of the payment settings of models and affiliates. */
export const createPartnerSettings = (database: Pick<Postgres, 'query'>) => ({
  /** What the slug of a link names: an old link with a former slug leads to the model that had it, while nothing else has it. */
  ofLink: async (slug: string): Promise<Named> => {
    const { rows: affiliates } = await database.query<Row>(
      'select * from affiliates where not deleted and slug = $1 limit 1',
      [slug],
    );
    const { rows: models } = await database.query<ModelRow>(
      'select * from models where not deleted and (slug = $1 or ($2 and previous_slugs @> array[$1])) order by slug = $1 desc, revision desc limit 1',
      [slug, affiliates.length === 0],
    );
    return { ...(await withOwner(database, models[0])), affiliate: settings(affiliates[0]) };
  },
  /** A model and its owner by the model's id: a slug may be another's by now. */
  ofModel: async (id: string | null): Promise<OwnedModel> => {
    const { rows } = await database.query<ModelRow>('select * from models where not deleted and id = $1', [id]);
    return withOwner(database, rows[0]);
  },
  /** The affiliate credited for a subscriber now, or null: one that is inactive or deleted is credited nothing (docs/domain.md#attribution). */
  creditedTo: async (client: Queryable, subscriberId: string): Promise<(Settings & { id: string }) | null> => {
    const { rows } = await client.query<Row & { id: string }>(
      'select a.* from subscribers s join affiliates a on a.id = s.affiliate_id where s.id = $1 and a.is_active and not a.deleted',
      [subscriberId],
    );
    const found = settings(rows[0]);
    return found && rows[0] ? { ...found, id: rows[0].id } : null;
  },
  putModel: async (client: Queryable, facts: EventData<'model.updated'>, revision: number): Promise<void> => {
    await client.query(
      `insert into models (id, slug, previous_slugs, affiliate_id, base_url, source_id, telegram_link, revision) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set slug = $2, previous_slugs = $3, affiliate_id = $4, base_url = $5, source_id = $6, telegram_link = $7, revision = $8
       where not models.deleted and models.revision < $8`,
      [
        facts.id,
        facts.slug,
        facts.previousSlugs,
        facts.affiliateId,
        facts.adexicoBaseUrl,
        facts.adexicoSourceId,
        facts.telegramLink,
        revision,
      ],
    );
  },
  deleteModel: async (client: Queryable, { id, slug }: EventData<'model.deleted'>, revision: number): Promise<void> => {
    await client.query(
      `insert into models (id, slug, previous_slugs, base_url, source_id, telegram_link, deleted, revision) values ($1, $2, '{}', '', '', '', true, $3)
       on conflict (id) do update set deleted = true, revision = greatest(models.revision, $3)`,
      [id, slug, revision],
    );
  },
  putAffiliate: async (client: Queryable, facts: EventData<'affiliate.updated'>, revision: number): Promise<void> => {
    await client.query(
      `insert into affiliates (id, slug, base_url, source_id, telegram_link, revision, is_active) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do update set slug = $2, base_url = $3, source_id = $4, telegram_link = $5, revision = $6, is_active = $7
       where not affiliates.deleted and affiliates.revision < $6`,
      [facts.id, facts.slug, facts.adexicoBaseUrl, facts.adexicoSourceId, facts.telegramLink, revision, facts.isActive],
    );
  },
  deleteAffiliate: async (
    client: Queryable,
    { id, slug }: EventData<'affiliate.deleted'>,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into affiliates (id, slug, base_url, source_id, telegram_link, deleted, revision) values ($1, $2, '', '', '', true, $3)
       on conflict (id) do update set deleted = true, revision = greatest(affiliates.revision, $3)`,
      [id, slug, revision],
    );
  },
});
export type PartnerSettings = ReturnType<typeof createPartnerSettings>;
