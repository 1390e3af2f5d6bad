import type { ModelView } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { AssetRepository } from '../projections/assets.repository.ts';
import { assetIdOfPicture, PICTURES } from './model-record.ts';
import type { ModelSummary } from './model-record.ts';
import { modelSummaryView, modelView } from './model-view.ts';
import type { Written } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';
import type { ViewerRights } from './viewer-rights.ts';

interface Dependencies {
  models: ModelRepository;
  assets: AssetRepository;
  rights: ViewerRights;
  now: () => number;
}

/** Models as each viewer may see them. */
export const createModelReader = ({ models, assets, rights, now }: Dependencies) => {
  const summaries = async (viewer: Viewer, found: readonly ModelSummary[]): Promise<ModelView[]> => {
    const pictureIds = found.flatMap((model) => PICTURES.flatMap((picture) => assetIdOfPicture(model, picture) ?? []));
    const [known, rightsOver] = await Promise.all([assets.find(pictureIds), rights.over(viewer, found)]);
    return found.map((model) => modelSummaryView(model, known, rightsOver(model), now()));
  };
  const written = async (viewer: Viewer, { model, assets: known }: Written): Promise<ModelView> =>
    modelView(model, known, (await rights.over(viewer, [model]))(model), now());
  return {
    list: async (viewer: Viewer) => summaries(viewer, await models.list()),
    listOf: async (viewer: Viewer, affiliateId: string) => summaries(viewer, await models.list(affiliateId)),
    /**
     * The model that has the slug, or the present slug of the one that had it.
     * @throws AppError MODEL_NOT_FOUND
     */
    bySlug: async (viewer: Viewer, slug: string): Promise<{ model: ModelView } | { movedTo: string }> => {
      const model = await models.bySlug(slug);
      if (model) return { model: await written(viewer, { model, assets: await assets.find(model.assetIds) }) };
      const movedTo = await models.slugOfFormer(slug);
      if (movedTo === null) throw new AppError('MODEL_NOT_FOUND');
      return { movedTo };
    },
    /** The answer of a save. */
    written,
  };
};
export type ModelReader = ReturnType<typeof createModelReader>;
