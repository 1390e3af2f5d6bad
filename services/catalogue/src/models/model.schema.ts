import { Schema } from 'mongoose';
import type { Event } from 'contracts/events';
import type { StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { FieldKind, StoredModelField } from 'contracts/model-fields';
import type { AnnouncedUses } from './model-events.ts';
import { NOTHING_SCHEDULED, PICTURE_VERSIONS } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** Document of a model: the record, and the events of its last changes until the broker has confirmed them. */
export type ModelDocument = Omit<ModelRecord, 'id'> & {
  _id: string;
  outbox: Event[];
  /** Uses of assets announced by the events up to a revision; absent when a former version has written the model. */
  announced?: {
    revision: number;
    uses: AnnouncedUses;
    /** `contentCount` of the event and its revision: a former version announces without it. */
    counted?: { revision: number; contentCount?: number | undefined };
  };
  /** End of the lease of the replica that publishes the outbox. */
  relayLease: Date | null;
  /** Set for a tombstone, whose last event is not confirmed yet. */
  deletedAt: Date | null;
  /** Fields by which lists are searched and sorted; written with each save. */
  foldedName: string;
  placeOrder: string;
  searchWords: string[];
  /** Live rule of the model, by which lists find live models at any time without a write. */
  liveRule: string;
  /** Fields of the former release: see `formerFields`. */
  liveState: boolean;
  nextTransitionAt: Date | null;
  wallOrder: string;
};

const item = new Schema<StoredItem>(
  { id: String, filename: String, likes: { type: Number, default: null }, isLocked: Boolean, publishAt: String },
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

    affiliateId: { type: String, default: null },
    previousSlugs: { type: [String], required: true, index: true },
    editRevision: count,
    revision: count,
    assetIds: { type: [String], required: true, index: true },
    scheduled: {
      type: new Schema({ photos: [Date], videos: [Date], lives: [Date] }, { _id: false }),
      default: NOTHING_SCHEDULED,
    },
    nextPublishAt: { type: Date, default: null },
    lengths: { type: new Schema({ photos: Number, videos: Number, lives: Number }, { _id: false }), required: true },
    createdAt: { type: Date, required: true },
    subscriberLikes: { type: Number, default: 0 },
    rank: { type: String, required: true },
    isFeatured: { type: Boolean, default: false },

    outbox: [{ type: Schema.Types.Mixed }],
    announced: Schema.Types.Mixed,
    relayLease: { type: Date, default: null },
    deletedAt: { type: Date, default: null },
    foldedName: { type: String, default: '' },
    placeOrder: { type: String, default: '' },
    liveRule: { type: String, default: null },
    liveState: { type: Boolean, default: false },
    nextTransitionAt: { type: Date, default: null },
    wallOrder: { type: String, default: '' },
    searchWords: { type: [String], default: [], index: true },
  },
  { versionKey: false, autoIndex: false, minimize: false, strict: 'throw' },
);
modelSchema.index({ 'outbox.id': 1 });
for (const field of [
  'createdAt',
  'likes_count',
  'followers_count',
  'foldedName',
  'wallOrder',
  'placeOrder',
  'rank',
] as const)
  modelSchema.index({ deletedAt: 1, [field]: 1, _id: 1 });
// Selective fields: a list limited to them is read completely and sorted.
for (const field of ['liveState', 'nextTransitionAt', 'is_verified', 'manual_live_override', 'liveRule'] as const)
  modelSchema.index({ [field]: 1, createdAt: 1, _id: 1 });
// The wall: each part sorted by position.
modelSchema.index({ liveRule: 1, placeOrder: 1, _id: 1 });
modelSchema.index({ nextPublishAt: 1 });
modelSchema.index({ state: 1, createdAt: 1, _id: 1 });
modelSchema.index({ affiliateId: 1, createdAt: 1, _id: 1 });
