import { isDeepStrictEqual } from 'node:util';
import { contentCountOf } from 'contracts/asset-use';
import type { AssetChanges, AssetUse } from 'contracts/asset-use';
import type { Event, EventData } from 'contracts/events';
import type { FieldChange } from 'contracts/field-change';
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

/** Announced uses of assets, by asset id. */
export type AnnouncedUses = Readonly<Record<string, Omit<AssetUse, 'id'>>>;

/**
 * Returns the publication time of an item until that publication is itself published: independent of the clock, so that facts
 * derive from stored data.
 */
const scheduledTime = ({ nextPublishAt }: ModelRecord, { publishAt }: StoredItem): string | undefined =>
  publishAt !== undefined && nextPublishAt && Date.parse(publishAt) >= nextPublishAt.getTime() ? publishAt : undefined;

/**
 * Returns the assets that are really the model's, with their access; an asset that is locked or scheduled anywhere counts as such.
 */
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

/** Returns the differences between the announced uses and the current ones. */
const changesSince = (announced: AnnouncedUses, uses: readonly AssetUse[]): AssetChanges => {
  const ids = new Set(uses.map(({ id }) => id));
  return {
    used: uses.filter(({ id, ...use }) => !isDeepStrictEqual(announced[id], use)),
    unused: Object.keys(announced).filter((id) => !ids.has(id)),
  };
};

/**
 * Returns the data of a model's event, with all of its assets.
 * @param otherContent number of subscriber media besides these assets, when they are only a part of the model's
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

/** Facts for the audit trail besides the changed fields. */
export interface AuditFacts {
  /** Edition that the change restores. */
  restoredEdition?: number;
  /** Places of a moved model in the order of the panel, from 1. */
  places?: { before: number; after: number };
}

/** Returns changes of the owner and of the position on the wall, which are not fields of the form. */
const otherChanges = (before: ModelRecord, after: ModelRecord, places: AuditFacts['places']): FieldChange[] => [
  ...(before.affiliateId === after.affiliateId ? [] : [{ field: 'affiliate_id' }]),
  ...(before.isFeatured === after.isFeatured
    ? []
    : [{ field: 'is_featured', before: before.isFeatured, after: after.isFeatured }]),
  ...(before.rank === after.rank ? [] : [{ field: 'rank', ...places }]),
];

/** Whether the model is live and visible: a hidden model has no public live. */
const isShownLive = (model: ModelRecord, now: number): boolean => isLive(model, now) && !isHidden(model);

interface Change {
  /** null for a new model. */
  before: ModelRecord | null;
  after: ModelRecord;
  /** All assets of the model, or those that the change concerns. */
  assets: Assets;
  /** Announced uses of these assets; null when unknown. */
  announced: AnnouncedUses | null;
  /** Number of subscriber media besides these assets. */
  otherContent?: number | undefined;
  /** Counts of the whole lists before and after, for the audit trail; only for a partial model. */
  counts?: Record<'before' | 'after', Record<MediaList, MediaListCounts>> | undefined;
  /** Time in milliseconds. */
  now: number;
  audit?: AuditFacts | undefined;
}

/** Returns either all assets or, if known, their changes: a change of state shows or hides all of them at once. */
const assetFacts = (assets: AssetUse[], announced: AnnouncedUses | null, isWhole: boolean) =>
  announced === null || isWhole ? { assets } : { assetChanges: changesSince(announced, assets) };

const updatedData = ({
  before,
  after,
  assets: assetsById,
  announced,
  otherContent,
  counts,
  audit: { restoredEdition, places } = {},
}: Change & { before: ModelRecord }): EventData<'model.updated'> => {
  const { assets, ...facts } = modelFacts(after, assetsById, otherContent);
  return {
    ...facts,
    ...assetFacts(assets, announced, before.state !== after.state),
    changes: [
      ...(restoredEdition === undefined ? [] : [{ field: 'restored_version', after: restoredEdition }]),
      ...fieldChanges(MODEL_FIELDS, { ...before, ...counts?.before }, { ...after, ...counts?.after }),
      ...otherChanges(before, after, places),
    ],
    ...(before.editRevision !== after.editRevision && { editRevision: after.editRevision }),
  };
};

/** Events of one change, the model's facts first. */
export type ChangeEvents = readonly [Event<'model.created' | 'model.updated'>, ...Event[]];

/**
 * Returns the events of a change, each with its own revision. A live starts or ends by an event only if the change causes it, at
 * the instant `now`; consumers compute scheduled starts and ends themselves.
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
