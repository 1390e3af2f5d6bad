import type { Connection, QueryFilter } from 'mongoose';
import { contentCountOf } from 'contracts/events';
import type { AssetUse, Event, EventData } from 'contracts/events';
import { ASSET_KINDS, filenameOf } from 'contracts/media';
import type { MediaListCounts } from 'contracts/media-items';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { AppError } from 'service-kit/errors';
import { isLiveAt, nextChange } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import { isDuplicateKey } from 'service-kit/mongo';
import { fold, wordsOf } from 'contracts/search';
import { HIDDEN, nextPosition, ORDERS, PUBLISHED, startOf } from './model-listing.ts';
import type { AnnouncedUses, ChangeEvents } from './model-events.ts';
import type { ModelListing, Position } from './model-listing.ts';
import { firstRank, placeOrderOf } from './model-rank.ts';
import { assetIdOfItem, LIVE_FIELDS, liveRule, MEDIA_LISTS, NOTHING_SCHEDULED } from './model-record.ts';
import type { LiveFields, MediaList, ModelRecord, ModelSummary } from './model-record.ts';
import { modelSchema } from './model.schema.ts';
import type { ModelDocument } from './model.schema.ts';

const BOOKKEEPING = {
  announced: 0,
  outbox: 0,
  relayLease: 0,
  deletedAt: 0,
  foldedName: 0,
  searchWords: 0,
  placeOrder: 0,
  liveRule: 0,
  liveState: 0,
  nextTransitionAt: 0,
  wallOrder: 0,
} as const;
type Listed = Pick<ModelRecord, 'name' | 'slug' | 'rank' | 'isFeatured'> & LiveFields;
type ListFields = Pick<
  ModelDocument,
  'foldedName' | 'searchWords' | 'placeOrder' | 'liveRule' | 'liveState' | 'nextTransitionAt' | 'wallOrder'
>;

/**
 * What replicas of the former release read during a rolling update: the state at the last save, and when it changes next.
 * contract: nothing uses liveState, nextTransitionAt and wallOrder since this release; the next one drops them with their indexes.
 */
const formerFields = (rule: LiveRule, placeOrder: string, now: number) => {
  const next = nextChange(rule, now);
  const liveState = isLiveAt(rule, now);
  return {
    liveState,
    nextTransitionAt: next === null ? null : new Date(next),
    wallOrder: `${liveState ? 0 : 1} ${placeOrder}`,
  };
};

/** What lists search and sort by. */
export const listFields = ({ name, slug, ...model }: Listed, now: number): ListFields => {
  const rule = liveRule(model);
  const placeOrder = placeOrderOf(model);
  return {
    foldedName: fold(name),
    searchWords: wordsOf(`${name} ${slug}`),
    placeOrder,
    liveRule: rule,
    ...formerFields(rule, placeOrder, now),
  };
};
const { photo_items: _photos, video_items: _videos, live_replays: _replays, ...SUMMARY_DEFAULTS } = MODEL_DEFAULTS;
// Pages sorted by these continue after them.
const { foldedName: _folded, placeOrder: _place, ...UNSHOWN } = BOOKKEEPING;
type SortFields = Pick<ModelDocument, 'foldedName' | 'placeOrder'>;
const SUMMARY = { ...UNSHOWN, assetIds: 0, ...Object.fromEntries(MEDIA_LISTS.map((list) => [list, 0])) };

/** Every field of a record but its media. */
const FIELDS_BESIDE_MEDIA = Object.fromEntries(
  Object.keys(modelSchema.paths)
    .filter((name) => !(name in BOOKKEEPING) && !(name in SUMMARY))
    .map((name) => [name, 1]),
);
const filenamesOf = (assetIds: readonly string[]): string[] =>
  assetIds.flatMap((id) => [...new Set(ASSET_KINDS.map((kind) => filenameOf(id, kind)))]);
/** Of each media list, what a condition on `$$item` selects. */
const itemsWhere = (cond: object) =>
  Object.fromEntries(
    MEDIA_LISTS.map((list) => [list, { $filter: { input: { $ifNull: [`$${list}`, []] }, as: 'item', cond } }]),
  );
/** Of each media list, what the audit trail counts besides its length and what is scheduled. */
const COUNTS = Object.fromEntries(
  MEDIA_LISTS.map((list) => [
    list,
    {
      locked: {
        $size: {
          $filter: { input: { $ifNull: [`$${list}`, []] }, as: 'item', cond: { $eq: ['$$item.isLocked', true] } },
        },
      },
      likes: { $sum: `$${list}.likes` },
    },
  ]),
);

/** Where a share of all ids begins, which are random UUIDs. @param share from 0 to 1 */
const firstIdOf = (share: number): string =>
  Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
const idRange = (part: number, parts: number) => ({
  $gte: firstIdOf((part - 1) / parts),
  ...(part < parts && { $lt: firstIdOf(part / parts) }),
});

/** Models of one bulk write of the migration. */
const FILLED_AT_ONCE = 500;

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

type LaterField = 'subscriberLikes' | 'rank' | 'isFeatured' | 'scheduled' | 'nextPublishAt';
/** A document; one of a former version lacks what came later. */
type Found<Fields> = Omit<Fields, 'id' | LaterField> & { _id: string } & Partial<Pick<ModelRecord, LaterField>>;
const laterFields = ({ _id, createdAt }: { _id: string; createdAt: Date }): Pick<ModelRecord, LaterField> => ({
  subscriberLikes: 0,
  rank: firstRank({ id: _id, createdAt }),
  isFeatured: false,
  scheduled: NOTHING_SCHEDULED,
  nextPublishAt: null,
});
const toSummary = (found: Found<ModelSummary>) => {
  const { _id, ...rest } = found;
  return { ...SUMMARY_DEFAULTS, ...laterFields(found), id: _id, ...rest };
};
// A document older than a field has that field's default.
const toRecord = (found: Found<ModelRecord>): ModelRecord => {
  const { _id, ...fields } = found;
  return { ...MODEL_DEFAULTS, ...laterFields(found), id: _id, ...fields };
};

const usePath = (assetId: string): string => `announced.uses.${assetId}`;

/** The update that records what an event with the given revision announces of the assets; its size is that of the event. */
const announcement = ({ assets, assetChanges, contentCount }: EventData<'model.updated'>, revision: number) => {
  const { used, unused } = assetChanges ?? { used: assets ?? [], unused: [] };
  const uses = used.map(({ id, ...use }) => [id, use] as const);
  const counted = { revision, contentCount };
  if (assets) return { set: { announced: { revision, uses: Object.fromEntries(uses), counted } }, unset: {} };
  return {
    set: {
      'announced.revision': revision,
      'announced.counted': counted,
      ...Object.fromEntries(uses.map(([id, use]) => [usePath(id), use])),
    },
    unset: Object.fromEntries(unused.map((id) => [usePath(id), 1])),
  };
};

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
  const ids = async (filter: QueryFilter<ModelDocument>, limit = 0): Promise<string[]> =>
    (await models.find(filter, { _id: 1 }).limit(limit).lean<{ _id: string }[]>()).map(({ _id }) => _id);

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
    /** One page of a list, without the media lists of its models; `next`: where the page after it begins, null at the end. */
    page: async (
      { filter, withHidden, sort, parts }: ModelListing,
      limit: number,
      after: Position | null,
    ): Promise<{ models: ModelSummary[]; next: Position | null }> => {
      const { field, direction } = ORDERS[sort];
      const found: { part: number; model: Found<ModelSummary> & SortFields }[] = [];
      for (const [part, conditions] of parts.entries()) {
        const start = startOf(sort, part, after);
        if (start === null || found.length > limit) continue;
        const inPart = await models
          .find(
            { $and: [{ deletedAt: null }, ...(withHidden ? [] : [PUBLISHED]), ...filter, ...conditions, ...start] },
            SUMMARY,
          )
          .sort({ [field]: direction, _id: direction })
          .limit(limit + 1 - found.length)
          .lean<(Found<ModelSummary> & SortFields)[]>();
        found.push(...inPart.map((model) => ({ part, model })));
      }
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        models: shown.map(({ model: { foldedName: _folded, placeOrder: _place, ...model } }) => toSummary(model)),
        next: last ? nextPosition(sort, last.part, last.model) : null,
      };
    },
    /** Every rule by which a stored model is live: as many as there are different schedules. */
    liveRules: async (): Promise<LiveRule[]> =>
      (await models.distinct('liveRule')).filter((rule: LiveRule | null) => rule !== null),
    /** How many a list has. Of all models the count is taken from the collection's own, less the few that do not show. */
    count: async ({ filter, withHidden }: Pick<ModelListing, 'filter' | 'withHidden'>): Promise<number> => {
      if (filter.length > 0)
        return models.countDocuments({ $and: [{ deletedAt: null }, ...(withHidden ? [] : [PUBLISHED]), ...filter] });
      const [all, tombstones, hidden] = await Promise.all([
        models.estimatedDocumentCount(),
        models.countDocuments({ deletedAt: { $type: 'date' } }),
        withHidden ? 0 : models.countDocuments({ $and: [{ deletedAt: null }, HIDDEN] }),
      ]);
      return all - tombstones - hidden;
    },
    /** Slugs of one of so many parts of the published models; each part is a range of ids, which are random. @param part from 1 */
    slugs: async (part: number, parts: number): Promise<string[]> => {
      const found = await models
        .find({ _id: idRange(part, parts), deletedAt: null, ...PUBLISHED }, { slug: 1 })
        .sort({ _id: 1 })
        .lean<Pick<ModelDocument, 'slug'>[]>();
      return found.map(({ slug }) => slug);
    },
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
    /** Nothing is ever added to a tombstone: once its event is published, it is deleted. */
    removeTombstone: async (id: string): Promise<void> => {
      await models.deleteOne({ _id: id, deletedAt: { $ne: null } });
    },

    createIndexes: () => models.createIndexes(),
    /** Writes what lists search and sort by where a former version saved the model. */
    fillListFields: async (): Promise<void> => {
      type Former = Found<Listed & Pick<ModelRecord, 'createdAt'>>;
      const former = models
        .find(
          {
            $or: [
              { foldedName: { $in: [null, ''] } },
              { placeOrder: { $in: [null, ''] } },
              { rank: null },
              { liveRule: null },
            ],
          },
          Object.fromEntries(
            ['name', 'slug', 'createdAt', 'rank', 'isFeatured', ...LIVE_FIELDS].map((name) => [name, 1]),
          ),
        )
        .lean<Former[]>()
        .cursor({ batchSize: FILLED_AT_ONCE });
      let writes: Parameters<typeof models.bulkWrite>[0] = [];
      const flush = async () => {
        if (writes.length > 0) await models.bulkWrite(writes, { ordered: false });
        writes = [];
      };
      for await (const found of former as AsyncIterable<Former>) {
        const { _id, name, slug } = found;
        const model = { ...MODEL_DEFAULTS, ...laterFields(found), ...found };
        const fields = { ...listFields(model, clock()), rank: model.rank, isFeatured: model.isFeatured };
        const unchanged = Object.fromEntries(
          LIVE_FIELDS.filter((field) => field in found).map((field) => [field, found[field]]),
        );
        writes.push({ updateOne: { filter: { _id, name, slug, ...unchanged }, update: { $set: fields } } });
        if (writes.length === FILLED_AT_ONCE) await flush();
      }
      await flush();
    },
    /** @throws when the migration has not been applied */
    requireIndexes: async (): Promise<void> => {
      const indexes = (await models.collection.indexes()) as { key: Record<string, number>; unique?: boolean }[];
      if (!indexes.some(({ key, unique }) => key.slug === 1 && unique))
        throw new Error('the index of slugs is missing: run the migration');
    },
  };
};
export type ModelRepository = ReturnType<typeof createModelRepository>;
