import { AppError } from 'service-kit/errors';
import type { ModelPublisher } from './model-publisher.ts';
import type { ModelRepository } from './model.repository.ts';

/** Publishes models again when a file of theirs is processed, fails or is deleted. */
export const createAssetEffects = ({ models, publisher }: { models: ModelRepository; publisher: ModelPublisher }) => {
  /** Publications by model: those begun last, and those that have not begun yet. */
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, { assetIds: Set<string>; done: Promise<void> }>();

  const republish = async (modelId: string, assetIds: ReadonlySet<string>): Promise<void> => {
    try {
      await publisher.publishAssets(modelId, [...assetIds]);
    } catch (error) {
      // Deleted meanwhile: there is nothing left to publish.
      if (!(error instanceof AppError && error.code === 'MODEL_NOT_FOUND')) throw error;
    }
  };

  /** One at a time for a model, since they would conflict; one that has not begun yet takes later files too. */
  const republishSerially = (modelId: string, assetId: string): Promise<void> => {
    const joined = waiting.get(modelId);
    if (joined) {
      joined.assetIds.add(assetId);
      return joined.done;
    }
    const assetIds = new Set([assetId]);
    const done = (last.get(modelId) ?? Promise.resolve()).then(() => {
      waiting.delete(modelId);
      return republish(modelId, assetIds);
    });
    waiting.set(modelId, { assetIds, done });
    const settled = done
      .catch(() => undefined) // Its caller handles the error; the next one begins all the same.
      .finally(() => {
        if (last.get(modelId) === settled) last.delete(modelId);
      });
    last.set(modelId, settled);
    return done;
  };

  return {
    /**
     * Publishes the facts of every model again that refers to the asset: what visitors see of it has changed. An asset that
     * was deleted leaves the models by this. People's editions stay what they are.
     */
    changed: async (assetId: string): Promise<void> => {
      for (const modelId of await models.idsUsingAsset(assetId)) await republishSerially(modelId, assetId);
    },
    /** The same with all of their assets: media does not know the use of this one, which was announced before. */
    reportAgain: async (assetId: string): Promise<void> => {
      for (const modelId of await models.idsUsingAsset(assetId))
        if (await models.invalidateAnnounced(modelId)) await republishSerially(modelId, assetId);
    },
  };
};
export type AssetEffects = ReturnType<typeof createAssetEffects>;
