import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import { MODEL_DEFAULTS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelFields } from 'contracts/model-fields';
import type { ModelRecord } from './model-record.ts';

/** Number of restorable versions per model; older ones are deleted. */
const MAX_VERSIONS = 50;
const RETENTION_SECONDS = 365 * 24 * 60 * 60;

interface Stored {
  /** Consists of model and edition, so that an edition is stored once. */
  _id: string;
  modelId: string;
  editRevision: number;
  replacedAt: Date;
  fields: ModelFields;
}

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    modelId: { type: String, required: true },
    editRevision: { type: Number, required: true },
    replacedAt: { type: Date, required: true },
    fields: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ modelId: 1, editRevision: 1 });
schema.index({ replacedAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });

const idOf = (modelId: string, editRevision: number): string => `${modelId}:${editRevision}`;

/** Stores former versions of models (docs/decisions/0094-versions-of-models.md). */
export const createVersionRepository = (connection: Connection) => {
  const versions = connection.model<Stored>('ModelVersion', schema, 'model_versions');
  return {
    /** Stores an edition before it is replaced. Storing it again, after a write conflict, changes nothing. */
    add: async (model: ModelRecord, replacedAt: Date): Promise<void> => {
      const { id: modelId, editRevision } = model;
      const fields = Object.fromEntries(STORED_MODEL_FIELDS.map((name) => [name, model[name]]));
      await versions.updateOne(
        { _id: idOf(modelId, editRevision) },
        { $setOnInsert: { modelId, editRevision, replacedAt, fields } },
        { upsert: true },
      );
      await versions.deleteMany({ modelId, editRevision: { $lte: editRevision - MAX_VERSIONS } });
    },
    /** Returns the fields of a former edition, with defaults for later fields; null when it is not stored. */
    byEdition: async (modelId: string, editRevision: number): Promise<ModelFields | null> => {
      const document = await versions.findOne({ _id: idOf(modelId, editRevision) }).lean<Stored>();
      return document && { ...MODEL_DEFAULTS, ...document.fields };
    },
    removeOf: async (modelId: string): Promise<void> => {
      await versions.deleteMany({ modelId });
    },
    createIndexes: () => versions.createIndexes(),
  };
};
export type VersionRepository = ReturnType<typeof createVersionRepository>;
