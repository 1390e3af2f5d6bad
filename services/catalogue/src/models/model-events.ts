import type { Event, EventData, FieldChange } from 'contracts/events';
import type { StoredItem } from 'contracts/media-items';
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
import type { ModelRecord } from './model-record.ts';

type AssetUse = EventData<'model.updated'>['assets'][number];

/** When an item is published, as long as that is not published itself: without a clock, so that facts follow from what is stored. */
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
      const known = uses.get(asset.id);
      const publishAt = [known?.publishAt, scheduledTime(model, item)]
        .filter((time) => time !== undefined)
        .sort()
        .at(-1);
      uses.set(asset.id, {
        access: item.isLocked || known?.access === 'locked' ? 'locked' : 'unlocked',
        ...(publishAt !== undefined && { publishAt }),
      });
    }
  return [...uses].map(([id, use]) => ({ id, ...use }));
};

/** Model data in events. */
export const modelFacts = (model: ModelRecord, assets: Assets): EventData<'model.updated'> => ({
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
  assets: assetsInUse(model, assets),
});

/** Changes of the place on the wall, which is no field of the form. */
const placeChanges = (before: ModelRecord, after: ModelRecord): FieldChange[] => [
  ...(before.isFeatured === after.isFeatured
    ? []
    : [{ field: 'is_featured', before: before.isFeatured, after: after.isFeatured }]),
  ...(before.rank === after.rank ? [] : [{ field: 'rank' }]),
];

/** The edition that a person's change made. */
const edition = (before: ModelRecord | null, after: ModelRecord) =>
  before?.editRevision === after.editRevision ? {} : { editRevision: after.editRevision };

/** What others may know of a live: a hidden model has none. */
const isShownLive = (model: ModelRecord, now: number): boolean => isLive(model, now) && !isHidden(model);

/**
 * Events of a change, each with a revision of its own. A live begins or ends by an event only where the change does that, at the
 * instant `now` (milliseconds); what the schedule does by itself, consumers compute.
 * @param assets those of the model
 * @param restoredEdition the former edition that the change restores
 */
export const changeEvents = (
  before: ModelRecord | null,
  after: ModelRecord,
  assets: Assets,
  now: number,
  restoredEdition?: number,
): Event[] => {
  const events: Event[] = [];
  const next = () => after.revision + events.length + 1;
  if (before)
    events.push(
      createEvent(
        'model.updated',
        {
          ...modelFacts(after, assets),
          changes: [
            ...(restoredEdition === undefined ? [] : [{ field: 'restored_version', after: restoredEdition }]),
            ...fieldChanges(MODEL_FIELDS, before, after),
            ...placeChanges(before, after),
          ],
          ...edition(before, after),
        },
        next(),
      ),
    );
  else events.push(createEvent('model.created', { ...modelFacts(after, assets), ...edition(null, after) }, next()));
  const isLiveNow = isShownLive(after, now);
  if (isLiveNow !== (before !== null && isShownLive(before, now))) {
    const live = { id: after.id, slug: after.slug, until: liveChangesAt(after, now) };
    events.push(createEvent(isLiveNow ? 'live.started' : 'live.ended', live, next()));
  }
  return events;
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
