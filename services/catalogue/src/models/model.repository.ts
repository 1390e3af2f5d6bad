import type { Connection, QueryFilter } from 'mongoose';
import type { Event } from 'contracts/events';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { AppError } from 'service-kit/errors';
import { isDuplicateKey } from 'service-kit/mongo';
import { MEDIA_LISTS } from './model-record.ts';
import type { ModelRecord, ModelSummary } from './model-record.ts';
import { modelSchema } from './model.schema.ts';
import type { ModelDocument } from './model.schema.ts';

const BOOKKEEPING = { outbox: 0, relayLease: 0, deletedAt: 0 } as const;
const { photo_items: _photos, video_items: _videos, live_replays: _replays, ...SUMMARY_DEFAULTS } = MODEL_DEFAULTS;
const SUMMARY = { ...BOOKKEEPING, assetIds: 0, ...Object.fromEntries(MEDIA_LISTS.map((list) => [list, 0])) };

type Found<Fields> = Omit<Fields, 'id'> & { _id: string };
const toSummary = ({ _id, ...rest }: Found<ModelSummary>) => ({ ...SUMMARY_DEFAULTS, id: _id, ...rest });
const slugTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new AppError('SLUG_TAKEN') : error;
};

/** Models in MongoDB. A change and its events are one write of one document. */
export const createModelRepository = (connection: Connection) => {
  const models = connection.model<ModelDocument>('Model', modelSchema, 'models');
  const listeners = new Set<() => void>();
  const told = () => {
    for (const listener of listeners) listener();
  };
  const one = async (filter: { _id: string } | { slug: string }): Promise<ModelRecord | null> => {
    const found = await models.findOne({ ...filter, deletedAt: null }, BOOKKEEPING).lean<Found<ModelRecord>>();
    if (!found) return null;
    const { _id, ...fields } = found;
    // A document older than a field has that field's default.
    return { ...MODEL_DEFAULTS, id: _id, ...fields };
  };
  const ids = async (filter: QueryFilter<ModelDocument>, limit = 0): Promise<string[]> =>
    (await models.find(filter, { _id: 1 }).limit(limit).lean<{ _id: string }[]>()).map(({ _id }) => _id);

  return {
    byId: (id: string) => one({ _id: id }),
    bySlug: (slug: string) => one({ slug }),
    /** The present slug of the model that had this one last, or null. */
    slugOfFormer: async (former: string): Promise<string | null> => {
      const found = await models
        .findOne({ previousSlugs: former, deletedAt: null }, { slug: 1 })
        .lean<Pick<ModelDocument, 'slug'>>();
      return found && found.slug;
    },
    /** Ids of the other models to which old links with one of these slugs lead. */
    idsWithFormer: (slugs: readonly string[], exceptId: string) =>
      ids({ previousSlugs: { $in: [...slugs] }, _id: { $ne: exceptId }, deletedAt: null }),
    /** All of them, or an affiliate's, the oldest first, without their media lists. */
    list: async (affiliateId?: string): Promise<ModelSummary[]> => {
      const filter = affiliateId === undefined ? { deletedAt: null } : { deletedAt: null, affiliateId };
      const found = await models.find(filter, SUMMARY).sort({ createdAt: 1, _id: 1 }).lean<Found<ModelSummary>[]>();
      return found.map(toSummary);
    },
    /** Ids of the models whose schedule changes their live state by then. */
    idsDue: (now: Date) => ids({ nextTransitionAt: { $lte: now }, deletedAt: null }),
    idsUsingAsset: (assetId: string) => ids({ assetIds: assetId, deletedAt: null }),
    /** The models that list the asset, theirs or not. */
    listing: async (assetId: string): Promise<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>[]> => {
      const found = await models
        .find({ assetIds: assetId, deletedAt: null }, { slug: 1, affiliateId: 1 })
        .lean<Found<Pick<ModelRecord, 'id' | 'slug' | 'affiliateId'>>[]>();
      return found.map(({ _id, slug, affiliateId }) => ({ id: _id, slug, affiliateId }));
    },

    /** @throws AppError SLUG_TAKEN */
    insert: async ({ id, ...fields }: ModelRecord, events: readonly Event[]): Promise<void> => {
      await models
        .create({ _id: id, ...fields, outbox: [...events], relayLease: null, deletedAt: null })
        .catch(slugTaken);
      told();
    },
    /**
     * Writes what differs, provided that nobody has written since `before` was read.
     * @returns false when somebody has
     * @throws AppError SLUG_TAKEN
     */
    write: async (before: ModelRecord, after: ModelRecord, events: readonly Event[]): Promise<boolean> => {
      const changes = Object.fromEntries(
        Object.entries(after).filter(([key, value]) => key !== 'id' && value !== before[key as keyof ModelRecord]),
      );
      const { matchedCount } = await models
        .updateOne(
          { _id: before.id, revision: before.revision, deletedAt: null },
          { $set: changes, ...(events.length > 0 ? { $push: { outbox: { $each: [...events] } } } : {}) },
        )
        .catch(slugTaken);
      if (matchedCount === 1 && events.length > 0) told();
      return matchedCount === 1;
    },
    /** Leaves a tombstone, which frees the slug and keeps the event until it is confirmed. @returns false as `write` does */
    bury: async (before: ModelRecord, event: Event, now: Date): Promise<boolean> => {
      const { matchedCount } = await models.updateOne(
        { _id: before.id, revision: before.revision, deletedAt: null },
        {
          $set: {
            deletedAt: now,
            slug: `~${before.id}`,
            revision: event.revision,
            nextTransitionAt: null,
            assetIds: [],
            photo_items: [],
            video_items: [],
            live_replays: [],
          },
          $push: { outbox: event },
        },
      );
      if (matchedCount === 1) told();
      return matchedCount === 1;
    },

    /** Called after each write that tells something: the relay wakes up by it. */
    onEvents: (listener: () => void) => void listeners.add(listener),
    /** Ids of documents whose outbox holds something, tombstones included. */
    idsWithEvents: (limit: number) => ids({ 'outbox.id': { $gt: '' } }, limit),
    /** Takes the outbox of one document until `until`, unless another replica has it; null then. */
    claimEvents: async (
      id: string,
      now: Date,
      until: Date,
    ): Promise<{ events: Event[]; isTombstone: boolean } | null> => {
      const found = await models
        .findOneAndUpdate(
          { _id: id, 'outbox.id': { $gt: '' }, $or: [{ relayLease: null }, { relayLease: { $lt: now } }] },
          { $set: { relayLease: until } },
          { returnDocument: 'after', projection: { outbox: 1, deletedAt: 1 } },
        )
        .lean<Pick<ModelDocument, 'outbox' | 'deletedAt'>>();
      return found && { events: found.outbox, isTombstone: found.deletedAt !== null };
    },
    /** Gives the outbox back, without what was confirmed. */
    releaseEvents: async (id: string, confirmed: readonly string[]): Promise<void> => {
      await models.updateOne(
        { _id: id },
        { $pull: { outbox: { id: { $in: [...confirmed] } } }, $set: { relayLease: null } },
      );
    },
    /** Nothing is ever added to a tombstone: once told, it goes. */
    removeTombstone: async (id: string): Promise<void> => {
      await models.deleteOne({ _id: id, deletedAt: { $ne: null } });
    },

    createIndexes: () => models.createIndexes(),
    /** @throws when the migration has not been applied */
    requireIndexes: async (): Promise<void> => {
      const indexes = (await models.collection.indexes()) as { key: Record<string, number>; unique?: boolean }[];
      if (!indexes.some(({ key, unique }) => key.slug === 1 && unique))
        throw new Error('the index of slugs is missing: run the migration');
    },
  };
};
export type ModelRepository = ReturnType<typeof createModelRepository>;
