import { contentCountOf } from 'contracts/asset-use';
import type { Event, EventData } from 'contracts/events';
import { formatDate } from 'contracts/french-dates';
import type { Queryable } from 'service-kit/postgres';
import { noteNotices } from './due-notice.repository.ts';
import { endOfBegun, LIVE_LIFETIME_SECONDS, noteLives } from './live-notices.ts';

const CONTENT_LIFETIME_SECONDS = 12 * 60 * 60;

/** Returns the number of media that subscribers see; older events list all assets instead. */
export const contentCount = ({ contentCount: count, assets = [] }: EventData<'model.updated'>): number =>
  count ?? contentCountOf(assets);

interface KnownModel {
  content_count: number | null;
  is_hidden: boolean;
  is_deleted: boolean;
}
const find = async (client: Queryable, id: string): Promise<KnownModel | null> => {
  const { rows } = await client.query<KnownModel>(
    'select content_count, is_hidden, is_deleted from models where id = $1 for update',
    [id],
  );
  return rows[0] ?? null;
};

/** Notifies of a live that an operator's change has started. */
export const notifyOfLive = async (
  client: Queryable,
  { id, until }: EventData<'live.started'>,
  occurredAt: string,
  now: number,
): Promise<void> => {
  // A delayed event may be about a live that is already over.
  if (now - Date.parse(occurredAt) > LIVE_LIFETIME_SECONDS * 1_000) return;
  const model = await find(client, id);
  if (model?.is_deleted || model?.is_hidden) return;
  await noteLives(client, [{ id, until: until ?? formatDate(occurredAt) }]);
};

/** Notifies of a live that started by a changed schedule before the event of the change arrived. */
export const notifyOfMissedLive = async (
  client: Queryable,
  { id, liveRule }: EventData<'model.updated'>,
  occurredAt: string,
  now: number,
): Promise<void> => {
  const after = Math.max(Date.parse(occurredAt), now - LIVE_LIFETIME_SECONDS * 1_000);
  const end = liveRule === undefined ? null : endOfBegun(liveRule, after, now);
  if (end !== null) await noteLives(client, [{ id, until: new Date(end).toISOString() }]);
};

/**
 * Saves the notices of new content for an event of a model: one per device, model and day.
 * @param apply applies the event to the projection; false when a newer one was already applied
 */
export const notifyOfContent = async (
  client: Queryable,
  { data, occurredAt }: Event<'model.created' | 'model.updated'>,
  now: number,
  apply: () => Promise<boolean>,
): Promise<void> => {
  const before = await find(client, data.id);
  const formerCount = before?.content_count ?? null;
  if (!(await apply())) return;
  await notifyOfMissedLive(client, data, occurredAt, now);
  if (data.isHidden || formerCount === null || contentCount(data) <= formerCount) return;
  await noteNotices(client, {
    kind: 'content',
    causes: [{ modelId: data.id, cause: `content:${data.id}:${formatDate(occurredAt)}` }],
    lifetimeSeconds: CONTENT_LIFETIME_SECONDS,
  });
};
