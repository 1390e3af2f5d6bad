import type { Event, EventData } from 'contracts/events';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { createProjection } from 'service-kit/projection';
import type { CheckoutClaim } from '../checkouts/checkout-token.ts';
import { emailDigest } from '../email-digest.ts';

/** Payment settings of a model or an affiliate; unset ones are empty. */
export interface Settings {
  slug: string;
  baseUrl: string;
  sourceId: string;
  telegramLink: string;
  /** Always true for models. */
  isActive: boolean;
  /** Every base URL and source id that an affiliate has had: its models copied them at their creation. Empty for models. */
  announced: { baseUrls: readonly string[]; sourceIds: readonly string[] };
}

/** Settings of a slug: a model with its owner, an affiliate, or neither. */
export interface ResolvedSlug {
  model: Settings | null;
  /** Affiliate that owns the model. */
  owner: Settings | null;
  affiliate: Settings | null;
}

interface Row {
  slug: string;
  base_url: string;
  source_id: string;
  telegram_link: string;
  /** Absent for models, like the next two. */
  is_active?: boolean;
  announced_urls?: string[];
  announced_source_ids?: string[];
}
const settings = (row: Row | null | undefined): Settings | null =>
  row
    ? {
        slug: row.slug,
        baseUrl: row.base_url,
        sourceId: row.source_id,
        telegramLink: row.telegram_link,
        isActive: row.is_active ?? true,
        announced: { baseUrls: row.announced_urls ?? [], sourceIds: row.announced_source_ids ?? [] },
      }
    : null;

type Announcement = EventData<'model.updated'> | EventData<'affiliate.updated'>;
type OwnedModel = Omit<ResolvedSlug, 'affiliate'>;
interface OwnedRow {
  model: Row;
  owner: Row | null;
}
/** Query for models with their owners; one statement, since page views and payment links wait for it. */
const OWNED =
  'select to_jsonb(m) as model, to_jsonb(o) as owner from models m left join affiliates o on o.id = m.affiliate_id and not o.deleted where not m.deleted';
const owned = (row: OwnedRow | undefined): OwnedModel => ({ model: settings(row?.model), owner: settings(row?.owner) });

const settingsColumns = {
  slug: ({ slug }: Announcement) => slug,
  base_url: ({ adexicoBaseUrl }: Announcement) => adexicoBaseUrl,
  source_id: ({ adexicoSourceId }: Announcement) => adexicoSourceId,
  telegram_link: ({ telegramLink }: Announcement) => telegramLink,
};
/** Values of a row whose removal arrives before the entity. */
const removedSettings = ({ slug }: { slug: string }) => ({ slug, base_url: '', source_id: '', telegram_link: '' });

const models = createProjection<EventData<'model.updated'>>({
  table: 'models',
  columns: {
    ...settingsColumns,
    previous_slugs: ({ previousSlugs }) => previousSlugs,
    affiliate_id: ({ affiliateId }) => affiliateId,
    is_hidden: ({ isHidden }) => isHidden ?? false,
  },
  tombstone: 'deleted',
  removedAt: 'removed_at',
});
const affiliates = createProjection<EventData<'affiliate.updated'>>({
  table: 'affiliates',
  columns: {
    ...settingsColumns,
    is_active: ({ isActive }) => isActive,
    email_digest: ({ emailFromEmail }) => emailDigest(emailFromEmail),
    announced_urls: ({ adexicoBaseUrl }) => [adexicoBaseUrl],
    announced_source_ids: ({ adexicoSourceId }) => [adexicoSourceId],
  },
  merges: {
    announced_urls: 'array(select distinct unnest(affiliates.announced_urls || excluded.announced_urls))',
    announced_source_ids:
      'array(select distinct unnest(affiliates.announced_source_ids || excluded.announced_source_ids))',
  },
  tombstone: 'deleted',
});

const OF_SUBSCRIBER = prepared(`${OWNED} and m.id = (select model_id from subscribers where id = $1 and not erased)`);
const CREDITED = prepared(`
  select a.id, a.slug, a.base_url, a.source_id, a.telegram_link, a.is_active, a.announced_urls, a.announced_source_ids
  from subscribers s join affiliates a on a.id = s.affiliate_id where s.id = $1 and a.is_active and not a.deleted`);
/** $1 subscriber, $2 model, $3 affiliate. */
const OF_CLAIM = prepared(`
  select coalesce((select slug from models where id = $2 and not deleted), '') as "modelSlug",
    (select id from affiliates where is_active and not deleted
       and id = case when exists (select from subscribers where id = $1) then (select affiliate_id from subscribers where id = $1) else $3::uuid end) as "affiliateId"`);

/** Projection of the payment settings of models and affiliates. */
export const createPartnerSettings = (database: Pick<Postgres, 'query'>) => ({
  /**
   * Resolves the slug of a link. A former slug resolves to its model, unless another model or affiliate has it now. A hidden
   * model's slug resolves to nothing; an affiliate's slug resolves to a model only if the affiliate owns it.
   */
  ofLink: async (slug: string): Promise<ResolvedSlug> => {
    const { rows: affiliates } = await database.query<Row & { id: string }>(
      'select * from affiliates where not deleted and slug = $1 limit 1',
      [slug],
    );
    const { rows: models } = await database.query<OwnedRow>(
      `${OWNED} and not m.is_hidden and (m.slug = $1 and ($2::uuid is null or m.affiliate_id = $2) or $2::uuid is null and m.previous_slugs @> array[$1]) order by m.slug = $1 desc, m.revision desc limit 1`,
      [slug, affiliates[0]?.id ?? null],
    );
    return { ...owned(models[0]), affiliate: settings(affiliates[0]) };
  },
  /** Returns a model and its owner by the model's id: another model may have its slug by now. */
  ofModel: async (id: string | null): Promise<OwnedModel> => {
    const { rows } = await database.query<OwnedRow>(`${OWNED} and m.id = $1`, [id]);
    return owned(rows[0]);
  },
  /** Returns the model of a subscriber's registration and its owner. */
  ofSubscriber: async (subscriberId: string): Promise<OwnedModel> => {
    const { rows } = await database.query<OwnedRow>(OF_SUBSCRIBER, [subscriberId]);
    return owned(rows[0]);
  },
  /**
   * Returns the affiliate credited for a subscriber now, or null: inactive and deleted affiliates are not credited
   * (docs/domain.md#attribution).
   */
  creditedTo: async (client: Queryable, subscriberId: string): Promise<(Settings & { id: string }) | null> => {
    const { rows } = await client.query<Row & { id: string }>(CREDITED, [subscriberId]);
    const affiliateSettings = settings(rows[0]);
    return affiliateSettings && rows[0] ? { ...affiliateSettings, id: rows[0].id } : null;
  },
  /** Returns the attribution of a claim's payment; the subscriber's own credit takes precedence if the subscriber is known. */
  ofClaim: async (
    client: Queryable,
    { subscriberId, modelId, affiliateId }: CheckoutClaim,
  ): Promise<{ modelSlug: string; affiliateId: string | null }> => {
    const { rows } = await client.query<{ modelSlug: string; affiliateId: string | null }>(OF_CLAIM, [
      subscriberId,
      modelId,
      affiliateId,
    ]);
    return rows[0] ?? { modelSlug: '', affiliateId: null };
  },
  applyModel: (client: Queryable, { data, revision }: Event<'model.created' | 'model.updated'>) =>
    models.apply(client, data.id, data, revision),
  removeModel: (client: Queryable, { data, revision }: Event<'model.deleted'>) =>
    models.remove(client, data.id, revision, { ...removedSettings(data), previous_slugs: [] }),
  applyAffiliate: (client: Queryable, { data, revision }: Event<'affiliate.created' | 'affiliate.updated'>) =>
    affiliates.apply(client, data.id, data, revision),
  removeAffiliate: async (client: Queryable, { data, revision }: Event<'affiliate.deleted'>): Promise<void> => {
    await affiliates.remove(client, data.id, revision, removedSettings(data));
    await client.query(`update affiliates set email_digest = '' where id = $1`, [data.id]);
  },
});
export type PartnerSettings = ReturnType<typeof createPartnerSettings>;
