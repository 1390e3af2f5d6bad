import { contentCountOf } from 'contracts/events';
import type { EventData } from 'contracts/events';
import { onDay } from 'service-kit/paris-time';
import type { Queryable } from 'service-kit/postgres';
import { noteNotices } from './due-notice.repository.ts';
import { endOfBegun, LIVE_LIFETIME_SECONDS, noteLives } from './live-notices.ts';

const CONTENT_LIFETIME_SECONDS = 12 * 60 * 60;

/** Media that subscribers see; events of former versions have all assets instead of the number. */
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

/** Notifies of a live that a person's change has begun. */
export const notifyOfLive = async (
  client: Queryable,
  { id, until }: EventData<'live.started'>,
  occurredAt: string,
  now: number,
): Promise<void> => {
  // An event that waited for long is about a live that may be over.
  if (now - Date.parse(occurredAt) > LIVE_LIFETIME_SECONDS * 1_000) return;
  const model = await find(client, id);
  if (model?.is_deleted || model?.is_hidden) return;
  await noteLives(client, [{ id, until: until ?? onDay(occurredAt) }]);
};

/** Notifies of a live that the schedule has begun since a change of it, whose event was late. */
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
 * Notes the notices of what an event of a model brings: of new content, one per device, model and day.
 * @param apply applies the event to the projection; false where a newer one was applied before
 */
export const notifyOfContent = async (
  client: Queryable,
  facts: EventData<'model.updated'>,
  { occurredAt, now }: { occurredAt: string; now: number },
  apply: () => Promise<boolean>,
): Promise<void> => {
  const before = await find(client, facts.id);
  const formerCount = before?.content_count ?? null;
  if (!(await apply())) return;
  await notifyOfMissedLive(client, facts, occurredAt, now);
  if (facts.isHidden || formerCount === null || contentCount(facts) <= formerCount) return;
  await noteNotices(client, {
    kind: 'content',
    causes: [{ modelId: facts.id, cause: `content:${facts.id}:${onDay(occurredAt)}` }],
    lifetimeSeconds: CONTENT_LIFETIME_SECONDS,
  });
};
