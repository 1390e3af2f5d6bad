import type { Event } from 'contracts/events';
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

type ModelEvent = Event<'model.created' | 'model.updated'>;
type AffiliateEvent = Event<'affiliate.created' | 'affiliate.updated'>;
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
  slug: ({ data }: ModelEvent | AffiliateEvent) => data.slug,
  base_url: ({ data }: ModelEvent | AffiliateEvent) => data.adexicoBaseUrl,
  source_id: ({ data }: ModelEvent | AffiliateEvent) => data.adexicoSourceId,
  telegram_link: ({ data }: ModelEvent | AffiliateEvent) => data.telegramLink,
};
const removedSettings = {
  slug: ({ data }: Event<'model.deleted' | 'affiliate.deleted'>) => data.slug,
  base_url: () => '',
  source_id: () => '',
  telegram_link: () => '',
};

const models = createProjection<ModelEvent, Event<'model.deleted'>>({
  table: 'models',
  idOf: ({ data }) => data.id,
  columns: {
    ...settingsColumns,
    previous_slugs: ({ data }) => data.previousSlugs,
    affiliate_id: ({ data }) => data.affiliateId,
    is_hidden: ({ data }) => data.isHidden ?? false,
  },
  tombstone: 'deleted',
  onRemoval: { ...removedSettings, previous_slugs: () => [] },
  removedAt: 'removed_at',
});
const affiliates = createProjection<AffiliateEvent, Event<'affiliate.deleted'>>({
  table: 'affiliates',
  idOf: ({ data }) => data.id,
  columns: {
    ...settingsColumns,
    is_active: ({ data }) => data.isActive,
    email_digest: ({ data }) => emailDigest(data.emailFromEmail),
    announced_urls: ({ data }) => [data.adexicoBaseUrl],
    announced_source_ids: ({ data }) => [data.adexicoSourceId],
  },
  merges: {
    announced_urls: 'array(select distinct unnest(affiliates.announced_urls || excluded.announced_urls))',
    announced_source_ids:
      'array(select distinct unnest(affiliates.announced_source_ids || excluded.announced_source_ids))',
  },
  tombstone: 'deleted',
  onRemoval: removedSettings,
});

const OF_SUBSCRIBER = prepared(`${OWNED} and m.id = (select model_id from subscribers where id = $1 and not erased)`);
const CREDITED = prepared(`
  select a.id, a.slug, a.base_url, a.source_id, a.telegram_link, a.is_active, a.announced_urls, a.announced_source_ids
  from subscribers s join affiliates a on a.id = s.affiliate_id where s.id = $1 and a.is_active and not a.deleted`);
/** $1 subscriber, $2 model, $3 affiliate, $4 checkout. */
const OF_CLAIM = prepared(`
  select coalesce((select model_slug from checkouts where reference = $4), (select slug from models where id = $2 and not deleted), '') as "modelSlug",
    (select id from affiliates where is_active and not deleted
       and id = case when exists (select from subscribers where id = $1) then (select affiliate_id from subscribers where id = $1) else $3::uuid end) as "affiliateId"`);

/** Projection of the payment settings of models and affiliates. */
export const createPartnerSettingsProjection = (postgres: Pick<Postgres, 'query'>) => ({
  /**
   * Resolves the slug of a link. A former slug resolves to its model, unless another model or affiliate has it now. A hidden
   * model's slug resolves to nothing; an affiliate's slug resolves to a model only if the affiliate owns it.
   */
  ofLink: async (slug: string): Promise<ResolvedSlug> => {
    const { rows: affiliates } = await postgres.query<Row & { id: string }>(
      'select * from affiliates where not deleted and slug = $1 limit 1',
      [slug],
    );
    const { rows: models } = await postgres.query<OwnedRow>(
      `${OWNED} and not m.is_hidden and (m.slug = $1 and ($2::uuid is null or m.affiliate_id = $2) or $2::uuid is null and m.previous_slugs @> array[$1]) order by m.slug = $1 desc, m.revision desc limit 1`,
      [slug, affiliates[0]?.id ?? null],
    );
    return { ...owned(models[0]), affiliate: settings(affiliates[0]) };
  },
  /** Returns a model and its owner by the model's id: another model may have its slug by now. */
  ofModel: async (id: string | null): Promise<OwnedModel> => {
    const { rows } = await postgres.query<OwnedRow>(`${OWNED} and m.id = $1`, [id]);
    return owned(rows[0]);
  },
  /** Returns the model of a subscriber's registration and its owner. */
  ofSubscriber: async (subscriberId: string): Promise<OwnedModel> => {
    const { rows } = await postgres.query<OwnedRow>(OF_SUBSCRIBER, [subscriberId]);
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
  /** Returns the attribution of a claim's payment; what is stored of its checkout and its subscriber takes precedence. */
  ofClaim: async (
    client: Queryable,
    { subscriberId, modelId, affiliateId }: CheckoutClaim,
    reference: string,
  ): Promise<{ modelSlug: string; affiliateId: string | null }> => {
    const { rows } = await client.query<{ modelSlug: string; affiliateId: string | null }>(OF_CLAIM, [
      subscriberId,
      modelId,
      affiliateId,
      reference,
    ]);
    return rows[0] ?? { modelSlug: '', affiliateId: null };
  },
  models,
  affiliates: {
    apply: affiliates.apply,
    remove: async (client: Queryable, event: Event<'affiliate.deleted'>): Promise<void> => {
      await affiliates.remove(client, event);
      await client.query(`update affiliates set email_digest = '' where id = $1`, [event.data.id]);
    },
  },
});
export type PartnerSettingsProjection = ReturnType<typeof createPartnerSettingsProjection>;
