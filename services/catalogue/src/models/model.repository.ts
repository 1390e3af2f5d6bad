import type { Connection, QueryFilter } from 'mongoose';
import { contentCountOf } from 'contracts/asset-use';
import type { AssetUse } from 'contracts/asset-use';
import type { MediaListCounts } from 'contracts/media-items';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { usePath } from './announcement.ts';
import { createListFieldsFill } from './list-fields.repository.ts';
import type { AnnouncedUses } from './model-events.ts';
import { createModelLists } from './model-lists.repository.ts';
import { createModelOutbox } from './model-outbox.repository.ts';
import { placeOrderOf } from './model-rank.ts';
import { assetIdOfItem, MEDIA_LISTS } from './model-record.ts';
import type { MediaList, ModelRecord, ModelSummary } from './model-record.ts';
import { createModelWrites } from './model-writes.repository.ts';
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

/** Model with only some of its items: enough for changes of files, however long the lists are. */
export interface ModelPart {
  /** Model whose lists and assets are limited to the part. */
  model: ModelRecord;
  /** Announced uses of the part's assets; null when unknown. */
  announced: AnnouncedUses | null;
  /** Number of subscriber media outside of the part. */
  otherContent: number;
  /** Counts of the whole lists. */
  counts: Record<MediaList, Pick<MediaListCounts, 'locked' | 'likes'>>;
}

/** Stores models in MongoDB. A change and its events are one write of one document. */
export const createModelRepository = (connection: Connection, clock: () => number = Date.now) => {
  const models = connection.model<ModelDocument>('Model', modelSchema, 'models');
  const one = async (filter: { _id: string } | { slug: string }): Promise<ModelRecord | null> => {
    const document = await models.findOne({ ...filter, deletedAt: null }, BOOKKEEPING).lean<Found<ModelRecord>>();
    return document && toRecord(document);
  };
  const ids = async (filter: QueryFilter<ModelDocument>): Promise<string[]> =>
    (await models.find(filter, { _id: 1 }).lean<{ _id: string }[]>()).map(({ _id }) => _id);

  return {
    byId: (id: string) => one({ _id: id }),
    /**
     * Returns the model with the announced uses of its assets; null when these are unknown, as after a write of a former version.
     */
    byIdWithAnnounced: async (id: string): Promise<{ model: ModelRecord; announced: AnnouncedUses | null } | null> => {
      const { announced: _announced, ...hidden } = BOOKKEEPING;
      const found = await models
        .findOne({ _id: id, deletedAt: null }, hidden)
        .lean<Found<ModelRecord> & Pick<ModelDocument, 'announced'>>();
      if (!found) return null;
      const { announced, ...model } = found;
      return { model: toRecord(model), announced: announced?.revision === model.revision ? announced.uses : null };
    },
    /** Returns the model with only the items of these assets. */
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
      const assetUses = Object.entries(uses).map(([assetId, use]): AssetUse => ({ id: assetId, ...use }));
      return { model, announced: uses, otherContent: counted.contentCount - contentCountOf(assetUses), counts };
    },
    bySlug: (slug: string) => one({ slug }),
    /** Returns the existing ones of these models, without media lists, in the order of the ids. */
    byIds: async (wanted: readonly string[]): Promise<ModelSummary[]> => {
      const found = await models
        .find({ _id: { $in: [...wanted] }, deletedAt: null }, { ...SUMMARY, foldedName: 0, placeOrder: 0 })
        .lean<Found<ModelSummary>[]>();
      const summariesById = new Map(found.map((model) => [model._id, toSummary(model)]));
      return wanted.flatMap((id) => summariesById.get(id) ?? []);
    },
    /** Returns the last model that had this slug, or null. */
    ofFormerSlug: async (former: string): Promise<Pick<ModelRecord, 'slug' | 'affiliateId' | 'state'> | null> => {
      const found = await models
        .findOne({ previousSlugs: former, deletedAt: null }, { slug: 1, affiliateId: 1, state: 1 })
        .lean<Pick<ModelDocument, 'slug' | 'affiliateId'> & { state?: ModelRecord['state'] }>();
      return found && { slug: found.slug, affiliateId: found.affiliateId, state: found.state ?? MODEL_DEFAULTS.state };
    },
    /** Returns the ids of the other models that have one of these as a former slug. */
    idsWithFormer: (slugs: readonly string[], exceptId: string) =>
      ids({ previousSlugs: { $in: [...slugs] }, _id: { $ne: exceptId }, deletedAt: null }),
    ...createModelLists(models),
    /** Returns the adjacent rank on either side, ignoring one model; null at an end. */
    nextRank: async (rank: string, side: 'before' | 'after', exceptId: string): Promise<string | null> => {
      const [is, direction] = side === 'before' ? (['$lt', -1] as const) : (['$gt', 1] as const);
      const [found] = await models
        .find({ deletedAt: null, rank: { [is]: rank }, _id: { $ne: exceptId } }, { rank: 1 })
        .sort({ rank: direction, _id: direction })
        .limit(1)
        .lean<Pick<ModelDocument, 'rank'>[]>();
      return found?.rank ?? null;
    },
    /** Returns the place that a model has, or would have, in the order of the panel, from 1. */
    placeOf: async (model: Pick<ModelRecord, 'id' | 'rank' | 'isFeatured'>): Promise<number> => {
      const isAbove = { placeOrder: { $lt: placeOrderOf(model) }, _id: { $ne: model.id }, deletedAt: null };
      return (await models.countDocuments(isAbove)) + 1;
    },
    /** Returns the models with an item that is due by that time. */
    withDueItems: async (now: Date): Promise<{ id: string; nextPublishAt: Date }[]> => {
      const found = await models
        .find({ nextPublishAt: { $lte: now }, deletedAt: null }, { nextPublishAt: 1 })
        .lean<{ _id: string; nextPublishAt: Date }[]>();
      return found.map(({ _id, nextPublishAt }) => ({ id: _id, nextPublishAt }));
    },
    /** Returns the assets of a model's items scheduled between these times, both inclusive. */
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
    /** Returns the models with the asset in a list, whether they own it or not. */
    listing: async (assetId: string): Promise<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>[]> => {
      const found = await models
        .find({ assetIds: assetId, deletedAt: null }, { slug: 1, affiliateId: 1 })
        .lean<Found<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>>[]>();
      return found.map(({ _id, slug, affiliateId }) => ({ id: _id, slug, affiliateId }));
    },

    ...createModelWrites(models, clock),
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
