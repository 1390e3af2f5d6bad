import type { Model } from 'mongoose';
import type { Event } from 'contracts/events';
import { AppError } from 'service-kit/errors';
import { isDuplicateKey } from 'service-kit/mongo';
import { announcement } from './announcement.ts';
import { listFields } from './list-fields.ts';
import type { ChangeEvents } from './model-events.ts';
import { MEDIA_LISTS } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';
import { filenamesOf } from './stored-model.ts';

const slugTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new AppError('SLUG_TAKEN') : error;
};

/** Writes models, each together with its events in one document. */
export const createModelWrites = (models: Model<ModelDocument>, clock: () => number) => {
  const listeners = new Set<() => void>();
  const wakeRelay = () => {
    for (const listener of listeners) listener();
  };

  /** @param pulled items to remove, by list */
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
    if (matchedCount === 1) wakeRelay();
    return matchedCount === 1;
  };

  return {
    /** Counts likes of subscribers, without a new revision: an edit and a like never conflict. */
    addSubscriberLikes: async (id: string, by: number): Promise<void> => {
      await models.updateOne({ _id: id, deletedAt: null }, { $inc: { subscriberLikes: by } });
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
      wakeRelay();
    },
    /**
     * Writes the differences, unless another write came after `before` was read.
     * @returns false when one came
     * @throws AppError SLUG_TAKEN
     */
    write: (before: ModelRecord, after: ModelRecord, events: ChangeEvents): Promise<boolean> =>
      update(before, after, events, Object.keys(after)),
    /** The same for a partial model: removes the items that it lost from lists and assets, and leaves all others. */
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
     * Makes the next event of a model announce all of its assets, since announced uses only apply at their event's revision.
     * @param least minimum revision, which copies of the model have reached
     * @returns false when the model does not exist
     */
    invalidateAnnounced: async (id: string, least = 0): Promise<boolean> => {
      await models.updateOne({ _id: id, revision: { $lt: least }, deletedAt: null }, { $set: { revision: least } });
      const { matchedCount } = await models.updateOne({ _id: id, deletedAt: null }, { $inc: { revision: 1 } });
      return matchedCount === 1;
    },
    /**
     * Replaces the model by a tombstone, which frees the slug and stores the event until it is confirmed.
     * @returns false as `write` does
     */
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
      if (matchedCount === 1) wakeRelay();
      return matchedCount === 1;
    },

    /** Called after each write with events: wakes the relay. */
    onEvents: (listener: () => void) => void listeners.add(listener),
  };
};
