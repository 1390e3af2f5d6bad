import { randomUUID } from 'node:crypto';
import { DAY_MS } from 'contracts/durations';
import { NEW_MODEL_DAYS } from 'contracts/limits';
import { assetIdOfFilename, assetIdOfPublicPath } from 'contracts/media';
import { MODEL_DEFAULTS, modelFieldsWhere } from 'contracts/model-fields';
import type { ModelFields, ModelFieldWhere, ModelState } from 'contracts/model-fields';
import { isScheduled } from 'contracts/media-items';
import type { StoredItem } from 'contracts/media-items';
import { isLiveAt, liveRuleOf, nextChange } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import { firstRank } from './model-rank.ts';

export type Picture = ModelFieldWhere<{ kind: 'picture' }>;
export type MediaList = ModelFieldWhere<{ kind: 'mediaList' }>;
/** Any other value is published, also in a document of a former version. */
export const HIDDEN_STATES = ['draft', 'archived'] as const satisfies ModelState[];
export const PICTURES = modelFieldsWhere('kind', 'picture');
export const MEDIA_LISTS = modelFieldsWhere('kind', 'mediaList');

/** Version numbers, incremented when a picture is replaced. */
export const PICTURE_VERSIONS = {
  avatar_image: 'avatar_version',
  cover_image: 'cover_image_version',
  cover_video: 'cover_video_version',
  social_preview_image: 'social_preview_version',
} as const satisfies Record<Picture, string>;

/** Stored model, without its outbox. */
export interface ModelRecord extends ModelFields, Record<(typeof PICTURE_VERSIONS)[Picture], number> {
  id: string;
  /** Owner; null: the platform. */
  affiliateId: string | null;
  /** Former slugs of the model that no other model has taken: old links redirect. They grant no access. */
  previousSlugs: string[];
  /** Incremented only by users' changes (If-Match). */
  editRevision: number;
  /** Incremented by each event; every write is conditional on it. */
  revision: number;
  /** Every asset that the model references. */
  assetIds: string[];
  /** Publication times of scheduled items, by list, so that visible items can be counted without loading the lists. */
  scheduled: Record<keyof ModelRecord['lengths'], Date[]>;
  /** Time at which the next scheduled item is due, which changes the model for other services. Null: nothing is scheduled. */
  nextPublishAt: Date | null;
  /** Lengths of the three lists, so that model lists need not load them. */
  lengths: { photos: number; videos: number; lives: number };
  createdAt: Date;
  /** Position on the wall, set by the administrator (docs/domain.md#order-of-the-wall). */
  rank: string;
  /** Whether the model precedes the others. */
  isFeatured: boolean;
  /** Likes of subscribers, added to the typed number (docs/domain.md#likes-and-favourites). */
  subscriberLikes: number;
}
/** Part of a model that lists need. */
export type ModelSummary = Omit<ModelRecord, MediaList | 'assetIds'>;

/** Whether only the owner and the administrator may see the model (docs/domain.md#publication). */
export const isHidden = ({ state }: { state?: ModelState | undefined }): boolean =>
  HIDDEN_STATES.some((hidden) => hidden === state);

export const NOTHING_SCHEDULED: ModelRecord['scheduled'] = { photos: [], videos: [], lives: [] };

/** Returns the creation time since which a model counts as new. @param now milliseconds */
export const newSince = (now: number): Date => new Date(now - NEW_MODEL_DAYS * DAY_MS);

/** Returns a model with default values, before its first save. @param now milliseconds */
export const blankModel = (affiliateId: string | null, now: number): ModelRecord => {
  const identity = { id: randomUUID(), createdAt: new Date(now) };
  return {
    ...MODEL_DEFAULTS,
    ...identity,
    rank: firstRank(identity),
    isFeatured: false,
    avatar_version: 1,
    cover_image_version: 1,
    cover_video_version: 1,
    social_preview_version: 1,
    affiliateId,
    previousSlugs: [],
    editRevision: 0,
    revision: 0,
    assetIds: [],
    scheduled: NOTHING_SCHEDULED,
    nextPublishAt: null,
    lengths: { photos: 0, videos: 0, lives: 0 },
    subscriberLikes: 0,
  };
};

/** Returns the asset id of an item. */
export const assetIdOfItem = ({ filename }: StoredItem): string => {
  const assetId = assetIdOfFilename(filename);
  if (assetId === null) throw new Error(`a stored item has no asset: ${filename}`);
  return assetId;
};
/** Returns the asset id of a picture, or null without one (or, for the social image, with an external address). */
export const assetIdOfPicture = (record: Pick<ModelRecord, Picture>, picture: Picture): string | null =>
  assetIdOfPublicPath(record[picture] ?? '');

export const LIVE_FIELDS = ['live_schedule_start', 'live_schedule_end', 'manual_live_override'] as const;
export type LiveFields = Pick<ModelFields, (typeof LIVE_FIELDS)[number]>;
/** Returns the live rule of the model: the manual override, else the schedule. */
export const liveRule = ({ live_schedule_start, live_schedule_end, manual_live_override }: LiveFields): LiveRule =>
  liveRuleOf({ start: live_schedule_start, end: live_schedule_end, override: manual_live_override });

/** Whether the model is live at an instant (milliseconds). */
export const isLive = (record: LiveFields, now: number): boolean => isLiveAt(liveRule(record), now);

/** Returns the next scheduled start or end of a live after an instant (milliseconds); null without one, or under an override. */
export const liveChangesAt = (record: LiveFields, now: number): string | null => {
  const next = nextChange(liveRule(record), now);
  return next === null ? null : new Date(next).toISOString();
};

const scheduledIn = (items: readonly StoredItem[], now: number): Date[] =>
  items.flatMap((item) => (item.publishAt !== undefined && isScheduled(item, now) ? [new Date(item.publishAt)] : []));

const scheduledAs = (record: ModelRecord, scheduled: ModelRecord['scheduled']): ModelRecord => {
  const times = Object.values(scheduled).flatMap((dates) => dates.map((date) => date.getTime()));
  return { ...record, scheduled, nextPublishAt: times.length > 0 ? new Date(Math.min(...times)) : null };
};
/** Returns the record with the items scheduled after an instant (milliseconds). */
const withSchedule = (record: ModelRecord, now: number): ModelRecord =>
  scheduledAs(record, {
    photos: scheduledIn(record.photo_items, now),
    videos: scheduledIn(record.video_items, now),
    lives: scheduledIn(record.live_replays, now),
  });
/** Returns the record without the due times at an instant (milliseconds). Needs no items: each save records all scheduled times. */
export const withoutDue = (record: ModelRecord, now: number): ModelRecord => {
  const later = (dates: readonly Date[]) => dates.filter((date) => date.getTime() > now);
  const { photos, videos, lives } = record.scheduled;
  return scheduledAs(record, { photos: later(photos), videos: later(videos), lives: later(lives) });
};

/** Returns the lengths of the lists that visitors see at an instant (milliseconds). */
export const visibleLengths = ({ lengths, scheduled }: ModelSummary, now: number): ModelRecord['lengths'] => {
  const hidden = (dates: readonly Date[]) => dates.filter((date) => date.getTime() > now).length;
  return {
    photos: lengths.photos - hidden(scheduled.photos),
    videos: lengths.videos - hidden(scheduled.videos),
    lives: lengths.lives - hidden(scheduled.lives),
  };
};

/** Names of the lists in `lengths` and `scheduled`. */
export const LIST_PARTS = {
  photo_items: 'photos',
  video_items: 'videos',
  live_replays: 'lives',
} as const satisfies Record<MediaList, keyof ModelRecord['lengths']>;

/** Removes one date per item. */
const withoutItems = (dates: readonly Date[], items: readonly StoredItem[]): Date[] => {
  const remaining = [...dates];
  for (const { publishAt } of items) {
    const index = remaining.findIndex((date) => publishAt !== undefined && date.getTime() === Date.parse(publishAt));
    if (index !== -1) remaining.splice(index, 1);
  }
  return remaining;
};

/**
 * Returns the record without references to some assets. It may contain only a part of each media list, if that includes their
 * items.
 */
export const withoutAssets = (record: ModelRecord, isGone: (assetId: string) => boolean): ModelRecord => {
  const next = { ...record, lengths: { ...record.lengths }, assetIds: record.assetIds.filter((id) => !isGone(id)) };
  const scheduled = { ...record.scheduled };
  for (const picture of PICTURES) {
    const assetId = assetIdOfPicture(record, picture);
    if (assetId !== null && isGone(assetId)) next[picture] = null;
  }
  for (const list of MEDIA_LISTS) {
    const removedItems = record[list].filter((item) => isGone(assetIdOfItem(item)));
    if (removedItems.length === 0) continue;
    next[list] = record[list].filter((item) => !removedItems.includes(item));
    next.lengths[LIST_PARTS[list]] -= removedItems.length;
    scheduled[LIST_PARTS[list]] = withoutItems(scheduled[LIST_PARTS[list]], removedItems);
  }
  return scheduledAs(next, scheduled);
};

/**
 * Returns the record with its derived fields: used assets, lengths of the lists, scheduled times.
 * @param now milliseconds
 */
export const withDerived = (record: ModelRecord, now: number): ModelRecord => {
  const items = MEDIA_LISTS.flatMap((list) => record[list].map(assetIdOfItem));
  const pictures = PICTURES.map((picture) => assetIdOfPicture(record, picture)).filter((assetId) => assetId !== null);
  return {
    ...withSchedule(record, now),
    assetIds: [...new Set([...pictures, ...items])],
    lengths: {
      photos: record.photo_items.length,
      videos: record.video_items.length,
      lives: record.live_replays.length,
    },
  };
};
