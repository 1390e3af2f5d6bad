import { ASSET_KINDS, filenameOf } from 'contracts/media';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { firstRank } from './model-rank.ts';
import { MEDIA_LISTS, NOTHING_SCHEDULED } from './model-record.ts';
import type { ModelRecord, ModelSummary } from './model-record.ts';
import { modelSchema } from './model.schema.ts';
import type { ModelDocument } from './model.schema.ts';

/** Projection that excludes a document's fields outside of the record. */
export const BOOKKEEPING = {
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

const { photo_items: _photos, video_items: _videos, live_replays: _replays, ...SUMMARY_DEFAULTS } = MODEL_DEFAULTS;
// Pages sorted by these fields need them for the cursor.
const { foldedName: _folded, placeOrder: _place, ...UNSHOWN } = BOOKKEEPING;
export type SortFields = Pick<ModelDocument, 'foldedName' | 'placeOrder'>;
export const SUMMARY = { ...UNSHOWN, assetIds: 0, ...Object.fromEntries(MEDIA_LISTS.map((list) => [list, 0])) };

/** Projection of every field of a record except its media. */
export const FIELDS_BESIDE_MEDIA = Object.fromEntries(
  Object.keys(modelSchema.paths)
    .filter((name) => !(name in BOOKKEEPING) && !(name in SUMMARY))
    .map((name) => [name, 1]),
);

export const filenamesOf = (assetIds: readonly string[]): string[] =>
  assetIds.flatMap((id) => [...new Set(ASSET_KINDS.map((kind) => filenameOf(id, kind)))]);
/** Projects the items of each media list that satisfy a condition on `$$item`. */
export const itemsWhere = (cond: object) =>
  Object.fromEntries(
    MEDIA_LISTS.map((list) => [list, { $filter: { input: { $ifNull: [`$${list}`, []] }, as: 'item', cond } }]),
  );
/** Projects counts of each media list for the audit trail, besides lengths and scheduled times. */
export const COUNTS = Object.fromEntries(
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

type LaterField = 'subscriberLikes' | 'rank' | 'isFeatured' | 'scheduled' | 'nextPublishAt';
/** Document as read; one of a former version lacks later fields. */
export type Found<Fields> = Omit<Fields, 'id' | LaterField> & { _id: string } & Partial<Pick<ModelRecord, LaterField>>;
export const laterFields = ({ _id, createdAt }: { _id: string; createdAt: Date }): Pick<ModelRecord, LaterField> => ({
  subscriberLikes: 0,
  rank: firstRank({ id: _id, createdAt }),
  isFeatured: false,
  scheduled: NOTHING_SCHEDULED,
  nextPublishAt: null,
});
export const toSummary = (found: Found<ModelSummary>) => {
  const { _id, ...rest } = found;
  return { ...SUMMARY_DEFAULTS, ...laterFields(found), id: _id, ...rest };
};
// Documents older than a field get its default.
export const toRecord = (found: Found<ModelRecord>): ModelRecord => {
  const { _id, ...fields } = found;
  return { ...MODEL_DEFAULTS, ...laterFields(found), id: _id, ...fields };
};
