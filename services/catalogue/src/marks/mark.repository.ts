import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from 'service-kit/mongo';
import { z } from 'zod';

/** Marks that a subscriber may set once per model. */
export type MarkKind = 'favourite' | 'like';

interface Stored {
  /** Consists of kind, subscriber and model, so that marks are unique without a further index. */
  _id: string;
  kind: MarkKind;
  subscriberId: string;
  modelId: string;
  createdAt: Date;
}
/** Instant of a mark (milliseconds), and its model. */
export const markPosition = z.tuple([z.number(), z.string()]);
export type MarkPosition = z.output<typeof markPosition>;
type Mark = Pick<Stored, 'kind' | 'subscriberId' | 'modelId'>;

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    subscriberId: { type: String, required: true },
    modelId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false },
);
schema.index({ subscriberId: 1, kind: 1, createdAt: -1 });

const idOf = ({ kind, subscriberId, modelId }: Mark): string => `${kind}:${subscriberId}:${modelId}`;

/** Stores likes and favourites of subscribers. */
export const createMarkRepository = (connection: Connection) => {
  const marks = connection.model<Stored>('Mark', schema, 'marks');
  return {
    /** @returns whether the mark is new */
    add: async (mark: Mark, createdAt: Date): Promise<boolean> => {
      try {
        const { upsertedCount } = await marks.updateOne(
          { _id: idOf(mark) },
          { $setOnInsert: { ...mark, createdAt } },
          { upsert: true },
        );
        return upsertedCount === 1;
      } catch (error) {
        // A concurrent request has inserted it.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    /** @returns whether the mark existed */
    remove: async (mark: Mark): Promise<boolean> => (await marks.deleteOne({ _id: idOf(mark) })).deletedCount === 1,
    /**
     * Returns a page of the models with a subscriber's marks, newest mark first, and the position of the last one if more follow.
     */
    page: async (
      subscriberId: string,
      kind: MarkKind,
      limit: number,
      after: MarkPosition | null,
    ): Promise<{ modelIds: string[]; next: MarkPosition | null }> => {
      const start = after && {
        createdAt: { $lte: new Date(after[0]) },
        $or: [
          { createdAt: { $lt: new Date(after[0]) } },
          { _id: { $gt: idOf({ kind, subscriberId, modelId: after[1] }) } },
        ],
      };
      const documents = await marks
        .find({ subscriberId, kind, ...start }, { modelId: 1, createdAt: 1 })
        .sort({ createdAt: -1, _id: 1 })
        .limit(limit + 1)
        .lean<Pick<Stored, 'modelId' | 'createdAt'>[]>();
      const page = documents.slice(0, limit);
      const last = page.at(-1);
      return {
        modelIds: page.map(({ modelId }) => modelId),
        next: last && documents.length > limit ? [last.createdAt.getTime(), last.modelId] : null,
      };
    },
    ofSubscriber: (subscriberId: string): Promise<Omit<Stored, '_id'>[]> =>
      marks.find({ subscriberId }, { _id: 0 }).sort({ createdAt: 1, _id: 1 }).lean<Omit<Stored, '_id'>[]>(),
    createIndexes: () => marks.createIndexes(),
  };
};
export type MarkRepository = ReturnType<typeof createMarkRepository>;
