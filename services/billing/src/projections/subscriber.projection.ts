import type { Event, EventData } from 'contracts/events';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { createProjection } from 'service-kit/projection';
import { currentTraceparent } from 'service-kit/tracing';

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

export interface LockedSubscriber {
  /** Whether there was a row to lock. */
  isKnown: boolean;
  isErased: boolean;
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

type SubscriberEvent = Event<'subscriber.registered' | 'subscriber.updated'>;
export type Registration = EventData<'subscriber.registered'>;
/** Event, or a signed registration, which has neither a name nor a time. */
type Announcement = Pick<SubscriberEvent, 'data' | 'revision'> & Partial<Pick<SubscriberEvent, 'name' | 'occurredAt'>>;

/** Lower than any event's revision, so that the registration's event overwrites the row that a signed registration added. */
const CLAIM_REVISION = 0;

const PERSONAL_COLUMNS = ['email', 'first_name', 'last_name', 'click_id', 'affiliate', 'pixel_id', 'model_slug'];

const subscribers = createProjection<Announcement, Event<'subscriber.erased'>>({
  table: 'subscribers',
  idOf: ({ data }) => data.id,
  columns: {
    email: ({ data }) => data.email,
    first_name: ({ data }) => data.firstName,
    last_name: ({ data }) => data.lastName,
    click_id: ({ data }) => data.tracking.clickId,
    affiliate: ({ data }) => data.tracking.affiliate,
    pixel_id: ({ data }) => data.tracking.pixelId,
    model_slug: ({ data }) => data.modelSlug,
    model_id: ({ data }) => data.modelId ?? null,
    affiliate_id: ({ data }) => data.attribution?.affiliateId ?? null,
    attribution_reason: ({ data }) => data.attribution?.reason ?? null,
    // Only the registration has a trace to continue.
    traceparent: ({ name }) => (name === 'subscriber.registered' ? currentTraceparent() : ''),
    registered_at: ({ name, occurredAt }) => (name === 'subscriber.registered' ? occurredAt : null),
  },
  merges: {
    model_id: 'coalesce(excluded.model_id, subscribers.model_id)',
    affiliate_id:
      'case when excluded.attribution_reason is null then subscribers.affiliate_id else excluded.affiliate_id end',
    attribution_reason: 'coalesce(excluded.attribution_reason, subscribers.attribution_reason)',
    traceparent: `coalesce(nullif(subscribers.traceparent, ''), excluded.traceparent)`,
    registered_at: 'coalesce(subscribers.registered_at, excluded.registered_at)',
  },
  tombstone: 'erased',
  onRemoval: Object.fromEntries(PERSONAL_COLUMNS.map((column) => [column, () => ''])),
});

/**
 * Completes the row of $1, created by an older event. Such events name the model by its slug at that time alone, and have no
 * attribution: it is sub2 or ?affiliate= in `affiliate`, else the model's owner.
 */
const ATTRIBUTE_BY_SLUGS = `
  update subscribers s set
    model_id = coalesce(s.model_id, (select id from models where slug = s.model_slug and not deleted limit 1)),
    affiliate_id = case when s.attribution_reason is not null then s.affiliate_id else coalesce(
      (select id from affiliates where slug = s.affiliate and is_active and not deleted),
      (select id from affiliates where is_active and not deleted and id = (
        select affiliate_id from models
        where not deleted and (id = s.model_id or (s.model_id is null and slug = s.model_slug)) limit 1))) end
  where s.id = $1 and not s.erased`;

/** Applies an announcement unless a newer one was applied. */
const applyAnnouncement = async (client: Queryable, announcement: Announcement): Promise<void> => {
  const { id, modelId, attribution } = announcement.data;
  const isOlderEvent = !modelId || !attribution;
  const isNew = isOlderEvent && (await client.query('select from subscribers where id = $1', [id])).rowCount === 0;
  await subscribers.apply(client, announcement);
  if (isNew) await client.query(ATTRIBUTE_BY_SLUGS, [id]);
};

const LOCK_AGAINST_ERASURE = prepared('select erased from subscribers where id = $1 for share');

/** Projection of subscribers from identity's events. */
export const createSubscriberProjection = (postgres: Pick<Postgres, 'query'>) => ({
  byId: async (id: string): Promise<KnownSubscriber | null> => {
    const { rows } = await postgres.query<Row>('select * from subscribers where id = $1 and not erased', [id]);
    return rows[0] ? subscriberOf(rows[0]) : null;
  },
  /** Waits for an erasure in progress; a later one waits for this transaction, unless the subscriber is unknown. */
  lockAgainstErasure: async (client: Queryable, id: string): Promise<LockedSubscriber> => {
    const { rows } = await client.query<{ erased: boolean }>(LOCK_AGAINST_ERASURE, [id]);
    return { isKnown: rows.length > 0, isErased: rows[0]?.erased ?? false };
  },
  /** Locks the subscriber for an erasure. Waits for transactions that have called `lockAgainstErasure`. */
  lockForErasure: async (client: Queryable, id: string): Promise<void> => {
    await client.query('select from subscribers where id = $1 for update', [id]);
  },
  byEmail: async (email: string): Promise<KnownSubscriber | null> => {
    const { rows } = await postgres.query<Row>(
      'select * from subscribers where lower(email) = lower($1) and not erased',
      [email],
    );
    return rows[0] ? subscriberOf(rows[0]) : null;
  },
  /** Returns the subscriber with the address, if only one has it. */
  byUniqueEmail: async (client: Queryable, email: string): Promise<KnownSubscriber | null> => {
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
  apply: (client: Queryable, event: SubscriberEvent) => applyAnnouncement(client, event),
  /** Adds the subscriber of a signed registration whose event has not arrived yet. */
  addRegistration: (client: Queryable, data: Registration) =>
    applyAnnouncement(client, { data, revision: CLAIM_REVISION }),
  /** Erases the personal data permanently; ledger entries only store the id. */
  erase: async (client: Queryable, event: Event<'subscriber.erased'>): Promise<void> => {
    await subscribers.remove(client, event);
    const blanks = PERSONAL_COLUMNS.map((column) => `${column} = ''`).join(', ');
    await client.query(`update subscribers set ${blanks}, model_id = null where id = $1`, [event.data.id]);
  },
});
export type SubscriberProjection = ReturnType<typeof createSubscriberProjection>;
