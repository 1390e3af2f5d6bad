import { AppError } from 'service-kit/errors';
import type { ModelWriter } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';

/** What becomes of models when a file of theirs is processed, fails or goes. */
export const createAssetEffects = ({ models, writer }: { models: ModelRepository; writer: ModelWriter }) => ({
  /**
   * Tells anew the facts of every model that refers to the asset: what visitors see of it has changed. An asset that
   * was deleted leaves the models by this. People's editions stay what they are.
   */
  changed: async (assetId: string): Promise<void> => {
    for (const id of await models.idsUsingAsset(assetId))
      await writer
        .update(id, (model) => model)
        .catch((error: unknown) => {
          // Deleted meanwhile: there is nothing left to tell.
          if (!(error instanceof AppError && error.code === 'MODEL_NOT_FOUND')) throw error;
        });
  },
});
export type AssetEffects = ReturnType<typeof createAssetEffects>;
