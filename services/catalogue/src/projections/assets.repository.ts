import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import type { Event } from 'contracts/events';
import { ASSET_KINDS } from 'contracts/media';
import type { Asset, Assets } from './asset.ts';
import { project } from './guarded.ts';
import type { Projected } from './guarded.ts';

type Stored = Omit<Asset, 'id'> & Projected;

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    state: { type: String, required: true },
    modelSlug: { type: String, required: true },
    uploaderAffiliateId: { type: String, default: null },
    kind: { type: String, enum: ASSET_KINDS },
    blurId: { type: String, default: '' },
    durationMs: { type: Number, default: null },
    hasHls: Boolean,
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
    placeholder: { type: String, default: '' },
  },
  { versionKey: false, autoIndex: false },
);

/** Uploaded files, as media's events tell of them. */
export const createAssetRepository = (connection: Connection) => {
  const assets = connection.model<Stored>('Asset', schema, 'assets');
  return {
    /** The known ones among the given ids. */
    find: async (ids: readonly string[]): Promise<Assets> => {
      if (ids.length === 0) return new Map();
      const found = await assets.find({ _id: { $in: ids } }).lean<Stored[]>();
      return new Map(found.map(({ _id, revision: _revision, ...asset }) => [_id, { id: _id, ...asset }]));
    },
    uploaded: ({ data, revision }: Event<'asset.uploaded'>) =>
      project(assets, data.id, revision, { state: 'processing', modelSlug: data.modelSlug, uploaderAffiliateId: data.uploaderAffiliateId, kind: data.kind }),
    processed: ({ data: { id, bytes: _bytes, ...facts }, revision }: Event<'asset.processed'>) => project(assets, id, revision, { ...facts, state: 'ready' }),
    failed: ({ data, revision }: Event<'asset.failed'>) =>
      project(assets, data.id, revision, { state: 'failed', modelSlug: data.modelSlug, uploaderAffiliateId: data.uploaderAffiliateId, kind: data.kind }),
    /** What remains only keeps a late event from bringing the file back. */
    deleted: ({ data, revision }: Event<'asset.deleted'>) => project(assets, data.id, revision, { state: 'deleted', modelSlug: data.modelSlug }),
  };
};
export type AssetRepository = ReturnType<typeof createAssetRepository>;
