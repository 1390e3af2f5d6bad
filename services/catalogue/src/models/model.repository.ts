import type { Connection, QueryFilter } from 'mongoose';
import { contentCountOf } from 'contracts/events';
import type { AssetUse, Event } from 'contracts/events';
import type { MediaListCounts } from 'contracts/media-items';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { AppError } from 'service-kit/errors';
import { isDuplicateKey } from 'service-kit/mongo';
import { announcement, usePath } from './announcement.ts';
import { createListFieldsFill } from './list-fields.repository.ts';
import { listFields } from './list-fields.ts';
import type { AnnouncedUses, ChangeEvents } from './model-events.ts';
import { createModelLists } from './model-lists.repository.ts';
import { createModelOutbox } from './model-outbox.repository.ts';
import { assetIdOfItem, MEDIA_LISTS } from './model-record.ts';
import type { MediaList, ModelRecord, ModelSummary } from './model-record.ts';
import { modelSchema } from './model.schema.ts';
import type { ModelDocument } from './model.schema.ts';
import {
  BOOKKEEPING,
  COUNTS,
  FIELDS_BESIDE_MEDIA,
  filenamesOf,
  itemsWhere,
  SUMMARY,
  toRecord,
  toSummary,
} from './stored-model.ts';
import type { Found } from './stored-model.ts';

/** A model with a part of its items alone: what a change of files needs of lists of any length. */
export interface ModelPart {
  /** Its lists and assets are those of the part. */
  model: ModelRecord;
  /** What the model's events have announced of the part; null: unknown. */
  announced: AnnouncedUses | null;
  /** How many media subscribers see beside the part. */
  otherContent: number;
  /** Of the whole lists. */
  counts: Record<MediaList, Pick<MediaListCounts, 'locked' | 'likes'>>;
}

const slugTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new AppError('SLUG_TAKEN') : error;
};

/** Models in MongoDB. A change and its events are one write of one document. */
export const createModelRepository = (connection: Connection, clock: () => number = Date.now) => {
  const models = connection.model<ModelDocument>('Model', modelSchema, 'models');
  const listeners = new Set<() => void>();
  const published = () => {
    for (const listener of listeners) listener();
  };
  const one = async (filter: { _id: string } | { slug: string }): Promise<ModelRecord | null> => {
    const found = await models.findOne({ ...filter, deletedAt: null }, BOOKKEEPING).lean<Found<ModelRecord>>();
    return found && toRecord(found);
  };
  const ids = async (filter: QueryFilter<ModelDocument>): Promise<string[]> =>
    (await models.find(filter, { _id: 1 }).lean<{ _id: string }[]>()).map(({ _id }) => _id);

  /** @param pulled by list, what is taken out of it */
  const update = async (
    before: ModelRecord,
    after: ModelRecord,
    events: ChangeEvents,
    fields: readonly string[],
    pulled: object = {},
  ): Promise<boolean> => {
    const { set, unset } = announcement(events[0].data, after.revision);
    const changes = Object.fromEntries(
      Object.entries(after).filter(
        ([key, value]) => fields.includes(key) && key !== 'id' && value !== before[key as keyof ModelRecord],
      ),
    );
    const { matchedCount } = await models
      .updateOne(
        { _id: before.id, revision: before.revision, deletedAt: null },
        {
          $set: { ...changes, ...listFields(after, clock()), ...set },
          ...(Object.keys(unset).length > 0 && { $unset: unset }),
          ...(Object.keys(pulled).length > 0 && { $pull: pulled }),
          $push: { outbox: { $each: [...events] } },
        },
      )
      .catch(slugTaken);
    if (matchedCount === 1) published();
    return matchedCount === 1;
  };

  return {
    byId: (id: string) => one({ _id: id }),
    /** The model with what its events have announced of its assets; null where that is unknown, as after a write of a former version. */
    byIdWithAnnounced: async (id: string): Promise<{ model: ModelRecord; announced: AnnouncedUses | null } | null> => {
      const { announced: _announced, ...hidden } = BOOKKEEPING;
      const found = await models
        .findOne({ _id: id, deletedAt: null }, hidden)
        .lean<Found<ModelRecord> & Pick<ModelDocument, 'announced'>>();
      if (!found) return null;
      const { announced, ...model } = found;
      return { model: toRecord(model), announced: announced?.revision === model.revision ? announced.uses : null };
    },
    /** The model with the items of these assets alone. */
    byIdWithAssets: async (id: string, assetIds: readonly string[]): Promise<ModelPart | null> => {
      const [found] = await models.aggregate<
        Omit<Found<ModelRecord>, 'assetIds'> & Pick<ModelDocument, 'announced'> & Pick<ModelPart, 'counts'>
      >([
        { $match: { _id: id, deletedAt: null } },
        {
          $project: {
            ...FIELDS_BESIDE_MEDIA,
            ...itemsWhere({ $in: ['$$item.filename', filenamesOf(assetIds)] }),
            counts: COUNTS,
            'announced.revision': 1,
            'announced.counted': 1,
            ...Object.fromEntries(assetIds.map((assetId) => [usePath(assetId), 1])),
          },
        },
      ]);
      if (!found) return null;
      const { announced, counts, ...fields } = found;
      const model = toRecord({ ...fields, assetIds: [...assetIds] });
      const { revision, uses = {}, counted } = announced ?? {};
      if (revision !== model.revision || counted?.revision !== revision || counted.contentCount === undefined)
        return { model, announced: null, otherContent: 0, counts };
      const known = Object.entries(uses).map(([assetId, use]): AssetUse => ({ id: assetId, ...use }));
      return { model, announced: uses, otherContent: counted.contentCount - contentCountOf(known), counts };
    },
    bySlug: (slug: string) => one({ slug }),
    /** Those of these models that exist, without their media lists, in the order of the ids. */
    byIds: async (wanted: readonly string[]): Promise<ModelSummary[]> => {
      const found = await models
        .find({ _id: { $in: [...wanted] }, deletedAt: null }, { ...SUMMARY, foldedName: 0, placeOrder: 0 })
        .lean<Found<ModelSummary>[]>();
      const known = new Map(found.map((model) => [model._id, toSummary(model)]));
      return wanted.flatMap((id) => known.get(id) ?? []);
    },
    /** Counts likes of subscribers. No revision is raised: an edit and a like never collide. */
    addSubscriberLikes: async (id: string, by: number): Promise<void> => {
      await models.updateOne({ _id: id, deletedAt: null }, { $inc: { subscriberLikes: by } });
    },
    /** The model that had this slug last, or null. */
    ofFormerSlug: async (former: string): Promise<Pick<ModelRecord, 'slug' | 'affiliateId' | 'state'> | null> => {
      const found = await models
        .findOne({ previousSlugs: former, deletedAt: null }, { slug: 1, affiliateId: 1, state: 1 })
        .lean<Pick<ModelDocument, 'slug' | 'affiliateId'> & { state?: ModelRecord['state'] }>();
      return found && { slug: found.slug, affiliateId: found.affiliateId, state: found.state ?? MODEL_DEFAULTS.state };
    },
    /** Ids of the other models to which old links with one of these slugs lead. */
    idsWithFormer: (slugs: readonly string[], exceptId: string) =>
      ids({ previousSlugs: { $in: [...slugs] }, _id: { $ne: exceptId }, deletedAt: null }),
    ...createModelLists(models),
    /** The rank next to another one on either side, that of one model left out; null at an end. */
    nextRank: async (rank: string, side: 'before' | 'after', exceptId: string): Promise<string | null> => {
      const [is, direction] = side === 'before' ? (['$lt', -1] as const) : (['$gt', 1] as const);
      const [found] = await models
        .find({ deletedAt: null, rank: { [is]: rank }, _id: { $ne: exceptId } }, { rank: 1 })
        .sort({ rank: direction, _id: direction })
        .limit(1)
        .lean<Pick<ModelDocument, 'rank'>[]>();
      return found?.rank ?? null;
    },
    /** The models with an item that is due by then. */
    withDueItems: async (now: Date): Promise<{ id: string; nextPublishAt: Date }[]> => {
      const found = await models
        .find({ nextPublishAt: { $lte: now }, deletedAt: null }, { nextPublishAt: 1 })
        .lean<{ _id: string; nextPublishAt: Date }[]>();
      return found.map(({ _id, nextPublishAt }) => ({ id: _id, nextPublishAt }));
    },
    /** The assets of a model's items that are scheduled for this time; both ends are included. */
    idsOfScheduled: async (id: string, from: Date, until: Date): Promise<string[]> => {
      const [found] = await models.aggregate<Pick<ModelRecord, MediaList>>([
        { $match: { _id: id, deletedAt: null } },
        {
          $project: itemsWhere({
            $and: [
              { $gte: ['$$item.publishAt', from.toISOString()] },
              { $lte: ['$$item.publishAt', until.toISOString()] },
            ],
          }),
        },
      ]);
      return found ? [...new Set(MEDIA_LISTS.flatMap((list) => found[list].map(assetIdOfItem)))] : [];
    },
    idsOf: (affiliateId: string) => ids({ affiliateId, deletedAt: null }),
    idsUsingAsset: (assetId: string) => ids({ assetIds: assetId, deletedAt: null }),
    /** The models that list the asset, theirs or not. */
    listing: async (assetId: string): Promise<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>[]> => {
      const found = await models
        .find({ assetIds: assetId, deletedAt: null }, { slug: 1, affiliateId: 1 })
        .lean<Found<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>>[]>();
      return found.map(({ _id, slug, affiliateId }) => ({ id: _id, slug, affiliateId }));
    },

    /** @throws AppError SLUG_TAKEN */
    insert: async ({ id, ...fields }: ModelRecord, events: ChangeEvents): Promise<void> => {
      await models
        .create({
          _id: id,
          ...fields,
          ...listFields(fields, clock()),
          ...announcement(events[0].data, fields.revision).set,
          outbox: [...events],
          relayLease: null,
          deletedAt: null,
        })
        .catch(slugTaken);
      published();
    },
    /**
     * Writes what differs, provided that no other write came since `before` was read.
     * @returns false when one has
     * @throws AppError SLUG_TAKEN
     */
    write: (before: ModelRecord, after: ModelRecord, events: ChangeEvents): Promise<boolean> =>
      update(before, after, events, Object.keys(after)),
    /** The same for a part: of lists and assets, what it has lost is taken out, and the others stay as they are. */
    writePart: (before: ModelRecord, after: ModelRecord, events: ChangeEvents): Promise<boolean> => {
      const lost = before.assetIds.filter((id) => !after.assetIds.includes(id));
      const shrunk = MEDIA_LISTS.filter((list) => before[list].length > after[list].length);
      return update(
        before,
        after,
        events,
        Object.keys(after).filter((key) => key !== 'assetIds' && !(MEDIA_LISTS as string[]).includes(key)),
        lost.length === 0
          ? {}
          : {
              assetIds: { $in: lost },
              ...Object.fromEntries(shrunk.map((list) => [list, { filename: { $in: filenamesOf(lost) } }])),
            },
      );
    },
    /**
     * Lets the next event of a model announce all of its assets: what an event before it has announced counts only at the
     * revision of that event.
     * @param least the revision that the model has reached elsewhere
     * @returns false where the model does not exist
     */
    invalidateAnnounced: async (id: string, least = 0): Promise<boolean> => {
      await models.updateOne({ _id: id, revision: { $lt: least }, deletedAt: null }, { $set: { revision: least } });
      const { matchedCount } = await models.updateOne({ _id: id, deletedAt: null }, { $inc: { revision: 1 } });
      return matchedCount === 1;
    },
    /** Leaves a tombstone, which frees the slug and keeps the event until it is confirmed. @returns false as `write` does */
    softDelete: async (before: ModelRecord, event: Event, now: Date): Promise<boolean> => {
      const { matchedCount } = await models.updateOne(
        { _id: before.id, revision: before.revision, deletedAt: null },
        {
          $set: {
            deletedAt: now,
            slug: `~${before.id}`,
            revision: event.revision,
            nextTransitionAt: null,
            liveRule: 'off',
            nextPublishAt: null,
            assetIds: [],
            photo_items: [],
            video_items: [],
            live_replays: [],
          },
          $unset: { announced: 1 },
          $push: { outbox: event },
        },
      );
      if (matchedCount === 1) published();
      return matchedCount === 1;
    },

    /** Called after each write with events: wakes the relay. */
    onEvents: (listener: () => void) => void listeners.add(listener),
    ...createModelOutbox(models),

    createIndexes: () => models.createIndexes(),
    fillListFields: createListFieldsFill(models, clock),
    /** @throws when the migration has not been applied */
    requireIndexes: async (): Promise<void> => {
      const indexes = (await models.collection.indexes()) as { key: Record<string, number>; unique?: boolean }[];
      if (!indexes.some(({ key, unique }) => key.slug === 1 && unique))
        throw new Error('the index of slugs is missing: run the migration');
    },
  };
};
export type ModelRepository = ReturnType<typeof createModelRepository>;
