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
/** Whatever is not one of these is published, a document of a former version too. */
export const HIDDEN_STATES = ['draft', 'archived'] as const satisfies ModelState[];
export const PICTURES = modelFieldsWhere('kind', 'picture');
export const MEDIA_LISTS = modelFieldsWhere('kind', 'mediaList');

/** Number that is raised when the picture is replaced. */
export const PICTURE_VERSIONS = {
  avatar_image: 'avatar_version',
  cover_image: 'cover_image_version',
  cover_video: 'cover_video_version',
  social_preview_image: 'social_preview_version',
} as const satisfies Record<Picture, string>;

/** A model as it is stored, its outbox aside. */
export interface ModelRecord extends ModelFields, Record<(typeof PICTURE_VERSIONS)[Picture], number> {
  id: string;
  /** The owner; null: the house. */
  affiliateId: string | null;
  /** Slugs that the model had and that no other has taken since: old links lead to it. They grant nothing. */
  previousSlugs: string[];
  /** Raised by people's changes only (If-Match). */
  editRevision: number;
  /** Raised by each event; every write is conditional on it. */
  revision: number;
  /** Every asset that the model refers to. */
  assetIds: string[];
  /** Times at which scheduled items are published, by list, so that counting what is visible loads none of them. */
  scheduled: Record<keyof ModelRecord['lengths'], Date[]>;
  /** Time at which the next of them is due: what others know of the model changes then. Null: nothing is scheduled. */
  nextPublishAt: Date | null;
  /** Lengths of the three lists, so that listing models loads none of them. */
  lengths: { photos: number; videos: number; lives: number };
  createdAt: Date;
  /** Place on the wall, set by the administrator (docs/domain.md#order-of-the-wall). */
  rank: string;
  /** Stands before the others. */
  isFeatured: boolean;
  /** Likes of subscribers; they add to the typed number (docs/domain.md#likes-and-favourites). */
  subscriberLikes: number;
}
/** Part of a model that a list needs. */
export type ModelSummary = Omit<ModelRecord, MediaList | 'assetIds'>;

/** Whether the model exists for its owner and the administrator alone (docs/domain.md#publication). */
export const isHidden = ({ state }: { state?: ModelState | undefined }): boolean =>
  HIDDEN_STATES.some((hidden) => hidden === state);

export const NOTHING_SCHEDULED: ModelRecord['scheduled'] = { photos: [], videos: [], lives: [] };

/** Returns the time since which a created model counts as new. @param now milliseconds */
export const newSince = (now: number): Date => new Date(now - NEW_MODEL_DAYS * DAY_MS);

/** A model with the defaults, before its first save. @param now milliseconds */
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

/** The asset of an item. */
export const assetIdOfItem = ({ filename }: StoredItem): string => {
  const assetId = assetIdOfFilename(filename);
  if (assetId === null) throw new Error(`a stored item has no asset: ${filename}`);
  return assetId;
};
/** The asset of a picture, or null where there is none (or, for the social image, an address elsewhere). */
export const assetIdOfPicture = (record: Pick<ModelRecord, Picture>, picture: Picture): string | null =>
  assetIdOfPublicPath(record[picture] ?? '');

export const LIVE_FIELDS = ['live_schedule_start', 'live_schedule_end', 'manual_live_override'] as const;
export type LiveFields = Pick<ModelFields, (typeof LIVE_FIELDS)[number]>;
/** Returns the rule that decides whether the model is live: the manual override, else the schedule. */
export const liveRule = ({ live_schedule_start, live_schedule_end, manual_live_override }: LiveFields): LiveRule =>
  liveRuleOf({ start: live_schedule_start, end: live_schedule_end, override: manual_live_override });

/** Whether the model is live at an instant (milliseconds). */
export const isLive = (record: LiveFields, now: number): boolean => isLiveAt(liveRule(record), now);

/** Returns the time at which the schedule begins or ends the next live, after an instant (milliseconds); null where it never does, or an override decides. */
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
/** The record with what is scheduled after an instant (milliseconds). */
const withSchedule = (record: ModelRecord, now: number): ModelRecord =>
  scheduledAs(record, {
    photos: scheduledIn(record.photo_items, now),
    videos: scheduledIn(record.video_items, now),
    lives: scheduledIn(record.live_replays, now),
  });
/** The record without what is due at an instant (milliseconds). Needs no items: each save schedules all of them. */
export const withoutDue = (record: ModelRecord, now: number): ModelRecord => {
  const later = (dates: readonly Date[]) => dates.filter((date) => date.getTime() > now);
  const { photos, videos, lives } = record.scheduled;
  return scheduledAs(record, { photos: later(photos), videos: later(videos), lives: later(lives) });
};

/** Lengths of the lists as visitors see them at an instant (milliseconds). */
export const visibleLengths = ({ lengths, scheduled }: ModelSummary, now: number): ModelRecord['lengths'] => {
  const hidden = (dates: readonly Date[]) => dates.filter((date) => date.getTime() > now).length;
  return {
    photos: lengths.photos - hidden(scheduled.photos),
    videos: lengths.videos - hidden(scheduled.videos),
    lives: lengths.lives - hidden(scheduled.lives),
  };
};

/** Names of the lists in lengths and schedules. */
export const LIST_PARTS = {
  photo_items: 'photos',
  video_items: 'videos',
  live_replays: 'lives',
} as const satisfies Record<MediaList, keyof ModelRecord['lengths']>;

/** These dates less one for each item. */
const withoutItems = (dates: readonly Date[], items: readonly StoredItem[]): Date[] => {
  const remaining = [...dates];
  for (const { publishAt } of items) {
    const index = remaining.findIndex((date) => publishAt !== undefined && date.getTime() === Date.parse(publishAt));
    if (index !== -1) remaining.splice(index, 1);
  }
  return remaining;
};

/** The record without what refers to some assets. Of each media list it may hold a part, as long as theirs is in it. */
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
 * The record with what follows from its fields: the assets that it uses, the lengths of its lists, what is scheduled.
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
