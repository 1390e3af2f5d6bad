import type { Model } from 'mongoose';
import type { Event } from 'contracts/events';
import type { ModelDocument } from './model.schema.ts';

/** The events of models' last changes, which wait in their documents until the broker has confirmed them. */
export const createModelOutbox = (models: Model<ModelDocument>) => ({
  /** Ids of documents whose outbox holds something, tombstones included. */
  idsWithEvents: async (limit: number): Promise<string[]> => {
    const found = await models
      .find({ 'outbox.id': { $gt: '' } }, { _id: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  },
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
});
