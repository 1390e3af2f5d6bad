import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from 'service-kit/mongo';

/** What a subscriber may set on a model, each once. */
export type MarkKind = 'favourite' | 'like';

interface Stored {
  /** Of kind, subscriber and model: a mark is unique without an index of its own. */
  _id: string;
  kind: MarkKind;
  subscriberId: string;
  modelId: string;
  createdAt: Date;
}
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

/** Likes and favourites of subscribers. */
export const createMarkRepository = (connection: Connection) => {
  const marks = connection.model<Stored>('Mark', schema, 'marks');
  return {
    /** @returns whether the mark was missing */
    add: async (mark: Mark, createdAt: Date): Promise<boolean> => {
      try {
        const { upsertedCount } = await marks.updateOne(
          { _id: idOf(mark) },
          { $setOnInsert: { ...mark, createdAt } },
          { upsert: true },
        );
        return upsertedCount === 1;
      } catch (error) {
        // Another request has inserted it meanwhile.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    /** @returns whether the mark was there */
    remove: async (mark: Mark): Promise<boolean> => (await marks.deleteOne({ _id: idOf(mark) })).deletedCount === 1,
    /** The models that carry a subscriber's marks, the newest mark first. */
    modelIds: async (subscriberId: string, kind: MarkKind, limit: number): Promise<string[]> => {
      const found = await marks
        .find({ subscriberId, kind }, { modelId: 1 })
        .sort({ createdAt: -1, _id: 1 })
        .limit(limit)
        .lean<Pick<Stored, 'modelId'>[]>();
      return found.map(({ modelId }) => modelId);
    },
    ofSubscriber: (subscriberId: string): Promise<Omit<Stored, '_id'>[]> =>
      marks.find({ subscriberId }, { _id: 0 }).sort({ createdAt: 1, _id: 1 }).lean<Omit<Stored, '_id'>[]>(),
    createIndexes: () => marks.createIndexes(),
  };
};
export type MarkRepository = ReturnType<typeof createMarkRepository>;
