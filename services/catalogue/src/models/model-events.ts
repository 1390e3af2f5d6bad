import { isDeepStrictEqual } from 'node:util';
import { contentCountOf } from 'contracts/events';
import type { AssetChanges, AssetUse, Event, EventData, FieldChange } from 'contracts/events';
import type { MediaListCounts, StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { fieldChanges } from 'service-kit/field-changes';
import { createEvent } from 'service-kit/outbox';
import { usableAsset } from '../projections/asset.ts';
import type { Assets } from '../projections/asset.ts';
import {
  assetIdOfItem,
  assetIdOfPicture,
  isHidden,
  isLive,
  liveChangesAt,
  liveRule,
  MEDIA_LISTS,
  PICTURES,
} from './model-record.ts';
import type { MediaList, ModelRecord } from './model-record.ts';

/** Uses of assets by their ids, as a model's events have announced them. */
export type AnnouncedUses = Readonly<Record<string, Omit<AssetUse, 'id'>>>;

/** Returns the time at which an item is published, as long as that is not published itself: without a clock, so that facts follow from what is stored. */
const scheduledTime = ({ nextPublishAt }: ModelRecord, { publishAt }: StoredItem): string | undefined =>
  publishAt !== undefined && nextPublishAt && Date.parse(publishAt) >= nextPublishAt.getTime() ? publishAt : undefined;

/** The assets that really are the model's, and what everybody may do with them; locked or scheduled anywhere means so. */
const assetsInUse = (model: ModelRecord, assets: Assets): AssetUse[] => {
  const uses = new Map<string, Omit<AssetUse, 'id'>>();
  for (const picture of PICTURES) {
    const asset = usableAsset(assets, assetIdOfPicture(model, picture), picture, model);
    if (asset) uses.set(asset.id, { access: 'public' });
  }
  for (const list of MEDIA_LISTS)
    for (const item of model[list]) {
      const asset = usableAsset(assets, assetIdOfItem(item), list, model);
      if (!asset) continue;
      const earlierUse = uses.get(asset.id);
      const publishAt = [earlierUse?.publishAt, scheduledTime(model, item)]
        .filter((time) => time !== undefined)
        .sort()
        .at(-1);
      uses.set(asset.id, {
        access: item.isLocked || earlierUse?.access === 'locked' ? 'locked' : 'unlocked',
        ...(publishAt !== undefined && { publishAt }),
      });
    }
  return [...uses].map(([id, use]) => ({ id, ...use }));
};

/** Returns the differences between what is announced and the assets in use now. */
const changesSince = (announced: AnnouncedUses, uses: readonly AssetUse[]): AssetChanges => {
  const ids = new Set(uses.map(({ id }) => id));
  return {
    used: uses.filter(({ id, ...use }) => !isDeepStrictEqual(announced[id], use)),
    unused: Object.keys(announced).filter((id) => !ids.has(id)),
  };
};

/**
 * Model data in events, with all of its assets.
 * @param otherContent media that subscribers see beside these assets, where they are a part of the model's
 */
export const modelFacts = (model: ModelRecord, assets: Assets, otherContent = 0): EventData<'model.created'> => {
  const uses = assetsInUse(model, assets);
  return {
    id: model.id,
    slug: model.slug,
    previousSlugs: model.previousSlugs,
    name: model.name,
    affiliateId: model.affiliateId,
    isHidden: isHidden(model),
    liveRule: isHidden(model) ? 'off' : liveRule(model),
    emailFromName: model.email_from_name,
    emailFromEmail: model.email_from_email,
    telegramLink: model.telegram_link,
    adexicoBaseUrl: model.adexico_base_url,
    adexicoSourceId: model.adexico_source_id,
    contentCount: otherContent + contentCountOf(uses),
    assets: uses,
  };
};

/** Changes of the owner and of the place on the wall, which are no fields of the form. */
const otherChanges = (before: ModelRecord, after: ModelRecord): FieldChange[] => [
  ...(before.affiliateId === after.affiliateId ? [] : [{ field: 'affiliate_id' }]),
  ...(before.isFeatured === after.isFeatured
    ? []
    : [{ field: 'is_featured', before: before.isFeatured, after: after.isFeatured }]),
  ...(before.rank === after.rank ? [] : [{ field: 'rank' }]),
];

/** Checks whether others may know of a live: a hidden model has none. */
const isShownLive = (model: ModelRecord, now: number): boolean => isLive(model, now) && !isHidden(model);

interface Change {
  /** null: the model is new. */
  before: ModelRecord | null;
  after: ModelRecord;
  /** Assets of the model, or those that the change is about. */
  assets: Assets;
  /** Uses of these assets that the events before have announced; null: unknown. */
  announced: AnnouncedUses | null;
  /** Media that subscribers see beside these assets. */
  otherContent?: number | undefined;
  /** Counts of the whole lists before and after, for the audit trail, where the model is a part. */
  counts?: Record<'before' | 'after', Record<MediaList, MediaListCounts>> | undefined;
  /** Milliseconds. */
  now: number;
  /** The former edition that the change restores. */
  restoredEdition?: number | undefined;
}

/** Either all assets or, where it is known, what has changed in them: a state that has changed shows or hides all of them at once. */
const assetFacts = (assets: AssetUse[], announced: AnnouncedUses | null, isWhole: boolean) =>
  announced === null || isWhole ? { assets } : { assetChanges: changesSince(announced, assets) };

const updatedData = ({
  before,
  after,
  assets: assetsById,
  announced,
  otherContent,
  counts,
  restoredEdition,
}: Change & { before: ModelRecord }): EventData<'model.updated'> => {
  const { assets, ...facts } = modelFacts(after, assetsById, otherContent);
  return {
    ...facts,
    ...assetFacts(assets, announced, before.state !== after.state),
    changes: [
      ...(restoredEdition === undefined ? [] : [{ field: 'restored_version', after: restoredEdition }]),
      ...fieldChanges(MODEL_FIELDS, { ...before, ...counts?.before }, { ...after, ...counts?.after }),
      ...otherChanges(before, after),
    ],
    ...(before.editRevision !== after.editRevision && { editRevision: after.editRevision }),
  };
};

/** Events of one change: the model's facts first. */
export type ChangeEvents = readonly [Event<'model.created' | 'model.updated'>, ...Event[]];

/**
 * Events of a change, each with a revision of its own. A live begins or ends by an event only where the change does that, at the
 * instant `now`; what the schedule does by itself, consumers compute.
 */
export const changeEvents = (change: Change): ChangeEvents => {
  const { before, after, now } = change;
  const revision = after.revision + 1;
  const facts = before
    ? createEvent('model.updated', updatedData({ ...change, before }), revision)
    : createEvent('model.created', { ...modelFacts(after, change.assets), editRevision: after.editRevision }, revision);
  const isLiveNow = isShownLive(after, now);
  if (isLiveNow === (before !== null && isShownLive(before, now))) return [facts];
  const live = { id: after.id, slug: after.slug, until: liveChangesAt(after, now) };
  return [facts, createEvent(isLiveNow ? 'live.started' : 'live.ended', live, revision + 1)];
};

export const deletionEvent = (model: ModelRecord, assets: Assets): Event =>
  createEvent(
    'model.deleted',
    {
      id: model.id,
      slug: model.slug,
      previousSlugs: model.previousSlugs,
      assets: assetsInUse(model, assets).map(({ id }) => id),
      name: model.name,
      affiliateId: model.affiliateId,
    },
    model.revision + 1,
  );
