import type { Event, EventData } from 'contracts/events';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { fieldChanges } from 'service-kit/field-changes';
import { createEvent } from 'service-kit/outbox';
import { usableAsset } from '../projections/asset.ts';
import type { Assets } from '../projections/asset.ts';
import { assetIdOfItem, assetIdOfPicture, MEDIA_LISTS, PICTURES } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

type AssetUse = EventData<'model.updated'>['assets'][number];

/** The assets that really are the model's, and what everybody may do with them; locked anywhere means locked. */
const assetsInUse = (model: ModelRecord, assets: Assets): AssetUse[] => {
  const uses = new Map<string, AssetUse['access']>();
  for (const picture of PICTURES) {
    const asset = usableAsset(assets, assetIdOfPicture(model, picture), picture, model);
    if (asset) uses.set(asset.id, 'public');
  }
  for (const list of MEDIA_LISTS)
    for (const item of model[list]) {
      const asset = usableAsset(assets, assetIdOfItem(item), list, model);
      if (asset) uses.set(asset.id, item.isLocked || uses.get(asset.id) === 'locked' ? 'locked' : 'unlocked');
    }
  return [...uses].map(([id, access]) => ({ id, access }));
};

/** What events say of a model. */
export const modelFacts = (model: ModelRecord, assets: Assets): EventData<'model.updated'> => ({
  id: model.id,
  slug: model.slug,
  previousSlugs: model.previousSlugs,
  name: model.name,
  affiliateId: model.affiliateId,
  emailFromName: model.email_from_name,
  emailFromEmail: model.email_from_email,
  telegramLink: model.telegram_link,
  adexicoBaseUrl: model.adexico_base_url,
  adexicoSourceId: model.adexico_source_id,
  assets: assetsInUse(model, assets),
});

/**
 * What a change tells, each event with a revision of its own.
 * @param assets those of the model; null where its facts did not change
 */
export const changeEvents = (before: ModelRecord | null, after: ModelRecord, assets: Assets | null): Event[] => {
  const events: Event[] = [];
  const next = () => after.revision + events.length + 1;
  if (assets && before)
    events.push(
      createEvent(
        'model.updated',
        { ...modelFacts(after, assets), changes: fieldChanges(MODEL_FIELDS, before, after) },
        next(),
      ),
    );
  if (assets && !before) events.push(createEvent('model.created', modelFacts(after, assets), next()));
  if (after.liveState !== (before?.liveState ?? false)) {
    const live = { id: after.id, slug: after.slug, until: after.nextTransitionAt?.toISOString() ?? null };
    events.push(createEvent(after.liveState ? 'live.started' : 'live.ended', live, next()));
  }
  return events;
};

export const deletionEvent = (model: ModelRecord, assets: Assets): Event =>
  createEvent(
    'model.deleted',
    {
      id: model.id,
      slug: model.slug,
      assets: assetsInUse(model, assets).map(({ id }) => id),
      name: model.name,
      affiliateId: model.affiliateId,
    },
    model.revision + 1,
  );
