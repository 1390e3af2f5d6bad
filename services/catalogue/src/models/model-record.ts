import { randomUUID } from 'node:crypto';
import { assetIdOfFilename, assetIdOfPublicPath } from 'contracts/media';
import { MODEL_DEFAULTS, modelFieldsWhere } from 'contracts/model-fields';
import type { ModelFields, ModelFieldWhere } from 'contracts/model-fields';
import type { StoredItem } from 'contracts/media-items';
import { isLiveAt, nextTransition } from './live-window.ts';

export type Picture = ModelFieldWhere<{ kind: 'picture' }>;
export type MediaList = ModelFieldWhere<{ kind: 'mediaList' }>;
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
  /** Live or not, as last published. */
  liveState: boolean;
  /** When the schedule changes that next; null under a manual override or without a schedule. */
  nextTransitionAt: Date | null;
  /** Every asset that the model refers to. */
  assetIds: string[];
  /** Lengths of the three lists, so that listing models loads none of them. */
  lengths: { photos: number; videos: number; lives: number };
  createdAt: Date;
}
/** What a list of models needs. */
export type ModelSummary = Omit<ModelRecord, MediaList | 'assetIds'>;

/** A model with the defaults, before its first save. @param now milliseconds */
export const blankModel = (affiliateId: string | null, now: number): ModelRecord => ({
  ...MODEL_DEFAULTS,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  social_preview_version: 1,
  id: randomUUID(),
  affiliateId,
  previousSlugs: [],
  editRevision: 0,
  revision: 0,
  liveState: false,
  nextTransitionAt: null,
  assetIds: [],
  lengths: { photos: 0, videos: 0, lives: 0 },
  createdAt: new Date(now),
});

/** The asset of an item. */
export const assetIdOfItem = ({ filename }: StoredItem): string => {
  const assetId = assetIdOfFilename(filename);
  if (assetId === null) throw new Error(`a stored item has no asset: ${filename}`);
  return assetId;
};
/** The asset of a picture, or null where there is none (or, for the social image, an address elsewhere). */
export const assetIdOfPicture = (record: Pick<ModelRecord, Picture>, picture: Picture): string | null =>
  assetIdOfPublicPath(record[picture] ?? '');

const scheduleOf = ({
  live_schedule_start,
  live_schedule_end,
}: Pick<ModelFields, 'live_schedule_start' | 'live_schedule_end'>) => ({
  start: live_schedule_start,
  end: live_schedule_end,
});

/** Whether the model is live at an instant (milliseconds): the manual override, else the schedule. */
export const isLive = (record: ModelSummary, now: number): boolean => {
  if (record.manual_live_override !== null) return record.manual_live_override;
  const told = record.nextTransitionAt === null || record.nextTransitionAt.getTime() > now;
  return told ? record.liveState : isLiveAt(scheduleOf(record), now);
};

/** The record with its live state brought up to an instant (milliseconds). */
export const withLiveState = (record: ModelRecord, now: number): ModelRecord => {
  const override = record.manual_live_override;
  const next = override === null ? nextTransition(scheduleOf(record), now) : null;
  return {
    ...record,
    liveState: override ?? isLiveAt(scheduleOf(record), now),
    nextTransitionAt: next === null ? null : new Date(next),
  };
};

/** The record with what follows from its fields: the assets that it uses, the lengths of its lists. */
export const withDerived = (record: ModelRecord): ModelRecord => {
  const items = MEDIA_LISTS.flatMap((list) => record[list].map(assetIdOfItem));
  const pictures = PICTURES.map((picture) => assetIdOfPicture(record, picture)).filter((assetId) => assetId !== null);
  return {
    ...record,
    assetIds: [...new Set([...pictures, ...items])],
    lengths: {
      photos: record.photo_items.length,
      videos: record.video_items.length,
      lives: record.live_replays.length,
    },
  };
};
