import { Schema } from 'mongoose';
import type { Event } from 'contracts/events';
import type { StoredItem } from 'contracts/models';
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

const text = { type: String, default: '' };
const count = { type: Number, required: true };
const path = { type: String, default: null };
const item = new Schema<StoredItem>(
  { id: String, filename: String, likes: { type: Number, default: null }, isLocked: Boolean },
  { _id: false },
);
const list = { type: [item], required: true };

export const modelSchema = new Schema<ModelDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    slug: { type: String, required: true, unique: true },
    age: count,
    bio: text,
    likes_count: count,
    medias_count: count,
    followers_count: count,
    photos_count: count,
    videos_count: count,
    lives_count: count,
    is_verified: { type: Boolean, required: true },
    manual_live_override: { type: Boolean, default: null },
    avatar_image: path,
    cover_image: path,
    cover_video: path,
    social_preview_image: path,
    avatar_version: count,
    cover_image_version: count,
    cover_video_version: count,
    social_preview_version: count,
    photo_items: list,
    video_items: list,
    live_replays: list,
    custom_title: text,
    custom_description: text,
    telegram_link: text,
    email_from_name: text,
    email_from_email: text,
    adexico_source_id: text,
    adexico_base_url: text,
    live_schedule_start: { type: String, required: true },
    live_schedule_end: { type: String, required: true },

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
  { versionKey: false, autoIndex: false, minimize: false },
);
modelSchema.index({ 'outbox.id': 1 });
