import type { Model } from 'mongoose';
import type { Event } from 'contracts/events';
import type { ModelDocument } from './model.schema.ts';

/** Reads the events of models' last changes, which are stored in their documents until the broker has confirmed them. */
export const createModelOutbox = (models: Model<ModelDocument>) => ({
  /** Returns the ids of the next documents after `after` with a non-empty outbox, tombstones included. */
  idsWithEvents: async (limit: number, after: string): Promise<string[]> => {
    const found = await models
      .find({ 'outbox.id': { $gt: '' }, _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  },
  /** Leases the outbox of one document; null when another replica has it. */
  claimEvents: async (
    id: string,
    leaseMs: number,
  ): Promise<{ events: Event[]; isTombstone: boolean; lease: Date } | null> => {
    // The database's time, read first: the MongoDB stand-in (stack/src/servers) supports no update with an expression.
    const [read] = await models.aggregate<{ now: Date }>([{ $match: { _id: id } }, { $project: { now: '$$NOW' } }]);
    if (!read) return null;
    const lease = new Date(read.now.getTime() + leaseMs);
    const found = await models
      .findOneAndUpdate(
        { _id: id, 'outbox.id': { $gt: '' }, $or: [{ relayLease: null }, { relayLease: { $lt: read.now } }] },
        { $set: { relayLease: lease } },
        { returnDocument: 'after', projection: { outbox: 1, deletedAt: 1 } },
      )
      .lean<Pick<ModelDocument, 'outbox' | 'deletedAt'>>();
    return found && { events: found.outbox, isTombstone: found.deletedAt !== null, lease };
  },
  /** Releases the outbox and removes the confirmed events; leaves the lease of a replica that has taken over. */
  releaseEvents: async (id: string, lease: Date, confirmed: readonly string[]): Promise<void> => {
    const $pull = { outbox: { id: { $in: [...confirmed] } } };
    const { matchedCount } = await models.updateOne(
      { _id: id, relayLease: lease },
      { $pull, $set: { relayLease: null } },
    );
    if (matchedCount === 0) await models.updateOne({ _id: id }, { $pull });
  },
  /** Deletes a tombstone once its event is published: nothing is ever added to it. */
  removeTombstone: async (id: string): Promise<void> => {
    await models.deleteOne({ _id: id, deletedAt: { $ne: null } });
  },
});
