import { Schema } from 'mongoose';
import type { Event } from 'contracts/events';
import type { StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { FieldKind, StoredModelField } from 'contracts/model-fields';
import { PICTURE_VERSIONS } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** A model's document: the record, and the events of its last changes until the broker has confirmed them. */
export type ModelDocument = Omit<ModelRecord, 'id'> & {
  _id: string;
  outbox: Event[];
  /** While one replica publishes the outbox, the others leave it alone. */
  relayLease: Date | null;
  /** A tombstone: it waits for its last event to be confirmed. */
  deletedAt: Date | null;
};

const item = new Schema<StoredItem>(
  { id: String, filename: String, likes: { type: Number, default: null }, isLocked: Boolean },
  { _id: false },
);
const STORED_AS = {
  text: String,
  number: Number,
  boolean: Boolean,
  nullableBoolean: Boolean,
  picture: String,
  mediaList: [item],
} satisfies Record<FieldKind, unknown>;
const UNIQUE: Partial<Record<StoredModelField, { unique: true }>> = { slug: { unique: true } };

const fields = Object.fromEntries(
  STORED_MODEL_FIELDS.map((name) => [
    name,
    { type: STORED_AS[MODEL_FIELDS[name].kind], default: MODEL_FIELDS[name].default, ...UNIQUE[name] },
  ]),
);
const count = { type: Number, required: true };
const versions = Object.fromEntries(Object.values(PICTURE_VERSIONS).map((name) => [name, count]));

export const modelSchema = new Schema<ModelDocument>(
  {
    _id: { type: String, required: true },
    ...fields,
    ...versions,

    affiliateId: { type: String, default: null, index: true },
    previousSlugs: { type: [String], required: true, index: true },
    editRevision: count,
    revision: count,
    liveState: { type: Boolean, required: true },
    nextTransitionAt: { type: Date, default: null, index: true },
    assetIds: { type: [String], required: true, index: true },
    lengths: { type: new Schema({ photos: Number, videos: Number, lives: Number }, { _id: false }), required: true },
    createdAt: { type: Date, required: true, index: true },

    outbox: [{ type: Schema.Types.Mixed }],
    relayLease: { type: Date, default: null },
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, autoIndex: false, minimize: false, strict: 'throw' },
);
modelSchema.index({ 'outbox.id': 1 });
