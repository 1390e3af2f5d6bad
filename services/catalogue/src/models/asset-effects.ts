import type { ModelPublisher } from './model-publisher.ts';
import type { ModelRepository } from './model.repository.ts';
import { ignoreMissing } from './until-written.ts';

/** Publishes models again when one of their files is processed, fails or is deleted. */
export const createAssetEffects = ({ models, publisher }: { models: ModelRepository; publisher: ModelPublisher }) => {
  /** Publications by model: the last started one, and the pending one. */
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, { assetIds: Set<string>; done: Promise<void> }>();

  /** Serialises the publications of a model, which would conflict; one that has not started yet also includes later files. */
  const republishSerially = (modelId: string, assetId: string): Promise<void> => {
    const joined = waiting.get(modelId);
    if (joined) {
      joined.assetIds.add(assetId);
      return joined.done;
    }
    const assetIds = new Set([assetId]);
    const done = (last.get(modelId) ?? Promise.resolve()).then(() => {
      waiting.delete(modelId);
      return publisher.publishAssets(modelId, [...assetIds]).catch(ignoreMissing);
    });
    waiting.set(modelId, { assetIds, done });
    const settled = done
      .catch(() => undefined) // The caller handles the error; the next publication starts anyway.
      .finally(() => {
        if (last.get(modelId) === settled) last.delete(modelId);
      });
    last.set(modelId, settled);
    return done;
  };

  return {
    /**
     * Publishes every model again that uses the asset, because its view for visitors has changed. This also removes a deleted asset
     * from the models. The revisions of user edits do not change.
     */
    changed: async (assetId: string): Promise<void> => {
      for (const modelId of await models.idsUsingAsset(assetId)) await republishSerially(modelId, assetId);
    },
    /** Publishes the models with all of their assets: media lacks this use although it was announced before. */
    reportAgain: async (assetId: string): Promise<void> => {
      for (const modelId of await models.idsUsingAsset(assetId))
        if (await models.invalidateAnnounced(modelId)) await republishSerially(modelId, assetId);
    },
  };
};
export type AssetEffects = ReturnType<typeof createAssetEffects>;
