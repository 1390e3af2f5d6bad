import type { Event } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';

/** Projection of models: owner, name and live rule. */
export const createModelProjection = () => ({
  ...createProjection<Event<'model.created' | 'model.updated'>, Event<'model.deleted'>>({
    table: 'models',
    idOf: ({ data }) => data.id,
    columns: {
      slug: ({ data }) => data.slug,
      affiliate_id: ({ data }) => data.affiliateId,
      name: ({ data }) => data.name,
      previous_slugs: ({ data }) => data.previousSlugs,
      live_rule: ({ data }) => data.liveRule ?? null,
      live_rule_changed_at: ({ occurredAt }) => occurredAt,
    },
    // Older events have no rule.
    merges: {
      live_rule: 'coalesce(excluded.live_rule, models.live_rule)',
      live_rule_changed_at:
        'case when excluded.live_rule = models.live_rule or excluded.live_rule is null then models.live_rule_changed_at else excluded.live_rule_changed_at end',
    },
    tombstone: 'is_deleted',
    onRemoval: { slug: ({ data }) => data.slug },
  }),
  /**
   * Lives that an operator started or ended. They have a separate revision: their events and those of the model's attributes may
   * arrive in any order.
   */
  live: createProjection<Event<'live.started' | 'live.ended'>>({
    table: 'models',
    idOf: ({ data }) => data.id,
    revision: 'live_revision',
    columns: { is_live: ({ name }) => name === 'live.started', live_changed_at: ({ occurredAt }) => occurredAt },
    onInsert: { slug: ({ data }) => data.slug, revision: () => 0 },
  }),
  /** Whether a model of another owner has the slug. */
  isSlugOfOther: async (client: Queryable, slug: string, affiliateId: string): Promise<boolean> => {
    const { rowCount } = await client.query(
      'select 1 from models where slug = $1 and not is_deleted and affiliate_id is distinct from $2 limit 1',
      [slug, affiliateId],
    );
    return rowCount === 1;
  },
  /** Returns the number of an affiliate's models. */
  countOf: async (client: Queryable, affiliateId: string): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from models where affiliate_id = $1 and not is_deleted',
      [affiliateId],
    );
    return rows[0]?.count ?? 0;
  },
});
export type ModelProjection = ReturnType<typeof createModelProjection>;
