import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import type { Event, EventData } from 'contracts/events';
import { ASSET_KINDS } from 'contracts/media';
import { isDuplicateKey } from 'service-kit/mongo';
import type { Asset, Assets } from './asset.ts';
import { applyRevision } from './apply-revision.ts';
import type { ProjectedDocument } from './apply-revision.ts';

type Stored = Omit<Asset, 'id'> &
  ProjectedDocument & {
    /** Time at which a model last gained or lost the asset. */
    touchedAt?: Date;
    releasedAt?: Date;
  };

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    state: { type: String, required: true },
    modelSlug: { type: String, required: true },
    modelId: String,
    touchedAt: Date,
    releasedAt: Date,
    uploaderAffiliateId: { type: String, default: null },
    kind: { type: String, enum: ASSET_KINDS },
    originalName: String,
    blurId: { type: String, default: '' },
    durationMs: { type: Number, default: null },
    hasHls: Boolean,
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
    placeholder: { type: String, default: '' },
    failure: String,
  },
  { versionKey: false, autoIndex: false },
);

/** Projection of media's uploaded files. */
export const createAssetProjection = (connection: Connection) => {
  const assets = connection.model<Stored>('Asset', schema, 'assets');
  /** Returns the facts of an event. Model and name never change: an event without them leaves them. */
  const factsOf = ({ modelSlug, modelId, uploaderAffiliateId, kind, originalName }: EventData<'asset.uploaded'>) => ({
    modelSlug,
    uploaderAffiliateId,
    kind,
    ...(modelId ? { modelId } : {}),
    ...(originalName ? { originalName } : {}),
  });
  return {
    /** Returns the known ones of the given ids. */
    byIds: async (ids: readonly string[]): Promise<Assets> => {
      if (ids.length === 0) return new Map();
      // An asset that was bound or released before its facts arrived has no state yet.
      const documents = await assets
        .find({ _id: { $in: ids }, $or: [{ state: { $exists: true } }, { releasedAt: { $exists: true } }] })
        .lean<Stored[]>();
      return new Map(
        documents.map(({ _id, revision: _revision, touchedAt: _touchedAt, releasedAt, ...asset }) => [
          _id,
          { id: _id, ...asset, state: releasedAt ? 'deleted' : asset.state },
        ]),
      );
    },
    /**
     * Marks assets that a model is about to gain or lose, before it is written.
     * @returns false when a gained asset was released or bound to another model meanwhile
     */
    touch: async ({
      gained,
      lost,
      modelId,
    }: {
      gained: readonly string[];
      lost: readonly string[];
      modelId: string;
    }): Promise<boolean> => {
      const touched = { $set: { touchedAt: new Date() } };
      if (lost.length > 0) await assets.updateMany({ _id: { $in: [...lost] } }, touched);
      if (gained.length === 0) return true;
      const { matchedCount } = await assets.updateMany(
        { _id: { $in: [...gained] }, releasedAt: null, modelId: { $in: [null, modelId] } },
        touched,
      );
      return matchedCount === gained.length;
    },
    /** Binds drafts to the model that uses them, unless they are already bound. */
    bind: async (ids: readonly string[], modelId: string): Promise<void> => {
      if (ids.length > 0) await assets.updateMany({ _id: { $in: [...ids] }, modelId: null }, { $set: { modelId } });
    },
    /**
     * Binds an asset as media reports it, even if its facts are unknown.
     * @returns false when the save that gained the asset has already bound and published it: media reports the consequence of that
     *   save
     */
    applyBound: async ({ data: { id, modelId } }: Event<'asset.bound'>): Promise<boolean> => {
      const before = await assets
        .findOneAndUpdate(
          { _id: id },
          { $set: { modelId }, $setOnInsert: { revision: 0 } },
          { upsert: true, returnDocument: 'before', projection: { modelId: 1, touchedAt: 1 } },
        )
        .lean<Pick<Stored, 'modelId' | 'touchedAt'>>();
      return before?.touchedAt === undefined || before.modelId !== modelId;
    },
    /**
     * Releases an asset permanently: no model can gain it afterwards.
     * @returns false when a model has gained or lost it since `before`
     */
    release: async (id: string, before: Date): Promise<boolean> => {
      try {
        await assets.updateOne(
          { _id: id, $or: [{ touchedAt: null }, { touchedAt: { $lt: before } }] },
          { $set: { releasedAt: new Date() }, $setOnInsert: { revision: 0 } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // Gained or lost since: the filter did not match, and the insertion was a duplicate.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    applyUploaded: ({ data, revision }: Event<'asset.uploaded'>) =>
      applyRevision(assets, data.id, revision, { ...factsOf(data), state: 'processing' }),
    applyProcessed: ({ data, revision }: Event<'asset.processed'>) => {
      const { blurId, durationMs, hasHls, width, height, placeholder } = data;
      return applyRevision(assets, data.id, revision, {
        ...factsOf(data),
        blurId,
        durationMs,
        ...(hasHls === undefined ? {} : { hasHls }),
        width,
        height,
        placeholder,
        state: 'ready',
      });
    },
    applyFailed: ({ data, revision }: Event<'asset.failed'>) =>
      applyRevision(assets, data.id, revision, { ...factsOf(data), state: 'failed', failure: data.reason }),
    /** Replaces the asset by a tombstone, so that no late event restores it. */
    remove: ({ data, revision }: Event<'asset.deleted'>) =>
      applyRevision(assets, data.id, revision, { state: 'deleted', modelSlug: data.modelSlug, originalName: null }),
  };
};
export type AssetProjection = ReturnType<typeof createAssetProjection>;
