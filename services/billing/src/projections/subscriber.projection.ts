import type { EventData } from 'contracts/events';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';

export interface KnownSubscriber {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  clickId: string;
  /** Affiliate attributed at registration; null: none. */
  affiliateId: string | null;
  pixelId: string;
  /** Slug of the model at the time of the registration. */
  modelSlug: string;
  /** Model of the registration; null when unknown. */
  modelId: string | null;
}

interface Row {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  click_id: string;
  affiliate_id: string | null;
  pixel_id: string;
  model_slug: string;
  model_id: string | null;
}
const subscriberOf = (row: Row): KnownSubscriber => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  clickId: row.click_id,
  affiliateId: row.affiliate_id,
  pixelId: row.pixel_id,
  modelSlug: row.model_slug,
  modelId: row.model_id,
});

const owner =
  '(select affiliate_id from models where not deleted and (id = $11::uuid or ($11::uuid is null and slug = $8)) limit 1)';
/** Attribution of older events, which carry none: sub2 or ?affiliate= in `affiliate`, else the model's owner. */
const FORMER_RULE = `coalesce((select id from affiliates where slug = $6 and is_active and not deleted), (select id from affiliates where id = ${owner} and is_active and not deleted))`;

/** Values of `subscriber.updated`, which has neither the trace nor the time of the registration. */
const NOT_REGISTRATION = { traceparent: '', registeredAt: null };

const LOCK_AGAINST_ERASURE = prepared('select erased from subscribers where id = $1 for share');

/** Projection of subscribers from identity's events. */
export const createSubscriberProjection = (database: Pick<Postgres, 'query'>) => ({
  find: async (id: string): Promise<KnownSubscriber | null> => {
    const { rows } = await database.query<Row>('select * from subscribers where id = $1 and not erased', [id]);
    return rows[0] ? subscriberOf(rows[0]) : null;
  },
  /**
   * Returns whether the subscriber is erased. Waits for an erasure in progress; a later one waits for this transaction, unless the
   * subscriber is unknown.
   */
  lockAgainstErasure: async (client: Queryable, id: string): Promise<{ isErased: boolean }> => {
    const { rows } = await client.query<{ erased: boolean }>(LOCK_AGAINST_ERASURE, [id]);
    return { isErased: rows[0]?.erased ?? false };
  },
  /** Locks the subscriber for an erasure. Waits for transactions that have called `lockAgainstErasure`. */
  lockForErasure: async (client: Queryable, id: string): Promise<void> => {
    await client.query('select from subscribers where id = $1 for update', [id]);
  },
  findByEmail: async (email: string): Promise<KnownSubscriber | null> => {
    const { rows } = await database.query<Row>(
      'select * from subscribers where lower(email) = lower($1) and not erased',
      [email],
    );
    return rows[0] ? subscriberOf(rows[0]) : null;
  },
  /** Returns the subscriber with the address, if only one has it. */
  findOnlyByEmail: async (client: Queryable, email: string): Promise<KnownSubscriber | null> => {
    const { rows } = await client.query<Row>(
      'select * from subscribers where lower(email) = $1 and not erased limit 2',
      [email.toLowerCase()],
    );
    return rows.length === 1 && rows[0] ? subscriberOf(rows[0]) : null;
  },
  /** Returns the trace context of the registration, which later payments continue; '' when unknown. */
  traceparentOf: async (client: Queryable, id: string): Promise<string> => {
    const { rows } = await client.query<{ traceparent: string }>('select traceparent from subscribers where id = $1', [
      id,
    ]);
    return rows[0]?.traceparent ?? '';
  },
  /** Applies an event unless a newer one was applied. Older events identify the model by its slug at that time. */
  apply: async (
    client: Queryable,
    {
      id,
      email,
      firstName,
      lastName,
      tracking,
      modelSlug,
      modelId,
      attribution,
    }: EventData<'subscriber.registered' | 'subscriber.updated'>,
    revision: number,
    { traceparent, registeredAt }: { traceparent: string; registeredAt: string | null } = NOT_REGISTRATION,
  ): Promise<void> => {
    await client.query(
      `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, revision, traceparent, model_id, affiliate_id, attribution_reason, registered_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::uuid, (select id from models where slug = $8 and not deleted limit 1)), case when $13::text is null then ${FORMER_RULE} else $12::uuid end, $13, $14::timestamptz)
       on conflict (id) do update set email = $2, first_name = $3, last_name = $4, click_id = $5, affiliate = $6, pixel_id = $7, model_slug = $8, revision = $9, traceparent = coalesce(nullif(subscribers.traceparent, ''), $10), model_id = coalesce($11::uuid, subscribers.model_id),
         affiliate_id = case when $13::text is null then subscribers.affiliate_id else $12::uuid end, attribution_reason = coalesce($13, subscribers.attribution_reason),
         registered_at = coalesce(subscribers.registered_at, $14::timestamptz)
       where not subscribers.erased and subscribers.revision < $9`,
      [
        id,
        email,
        firstName,
        lastName,
        tracking.clickId,
        tracking.affiliate,
        tracking.pixelId,
        modelSlug,
        revision,
        traceparent,
        modelId ?? null,
        attribution?.affiliateId ?? null,
        attribution?.reason ?? null,
        registeredAt,
      ],
    );
  },
  /** Erases the personal data permanently; ledger entries only store the id. */
  erase: async (client: Queryable, id: string, revision: number): Promise<void> => {
    await client.query(
      `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, erased, revision) values ($1, '', '', '', '', '', '', '', true, $2)
       on conflict (id) do update set email = '', first_name = '', last_name = '', click_id = '', affiliate = '', pixel_id = '', model_slug = '', model_id = null, erased = true, revision = greatest(subscribers.revision, $2)`,
      [id, revision],
    );
  },
});
export type SubscriberProjection = ReturnType<typeof createSubscriberProjection>;
