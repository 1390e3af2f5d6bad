import { usesNamedBy } from 'contracts/events';
import type { EventData } from 'contracts/events';
import { AppError } from 'service-kit/errors';
import { lockByName } from 'service-kit/lock-by-name';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { ModelProjection } from '../projections/model.projection.ts';
import type { ResumableRepository } from '../resumable/resumable.repository.ts';
import type { UploadTarget } from './upload-rights.ts';

interface Dependencies {
  models: ModelProjection;
  assets: AssetRepository;
  resumables: ResumableRepository;
}

/**
 * Manages uploads for a model that is not saved yet. They belong to their uploader, and to the model once the same owner saves it;
 * another owner who takes the slug gets none of them (docs/domain.md#ownership-of-uploads).
 */
export const createDrafts = ({ models, assets, resumables }: Dependencies) => {
  /** Serialises saving a draft and a model taking its slug, so that neither misses the other. */
  const lockSlug = (client: Queryable, slug: string) => lockByName(client, `slug ${slug}`);

  return {
    lockSlug,
    /**
     * Returns the model that owns an upload when it is saved, and locks the model against deletion until the transaction ends.
     * @throws AppError MODEL_NOT_FOUND when it was deleted meanwhile, FORBIDDEN when another owner's model has taken the draft's
     *   slug
     */
    resolveOwner: async (
      client: Queryable,
      { modelId, modelSlug, uploaderAffiliateId }: UploadTarget,
    ): Promise<string | null> => {
      if (modelId !== null) {
        if (!(await models.preventDeletion(client, modelId))) throw new AppError('MODEL_NOT_FOUND');
        return modelId;
      }
      await lockSlug(client, modelSlug);
      const model = await models.bySlug(modelSlug, client);
      if (model && model.affiliateId !== uploaderAffiliateId && uploaderAffiliateId !== null)
        throw new AppError('FORBIDDEN');
      return model?.affiliateId === uploaderAffiliateId && (await models.preventDeletion(client, model.id))
        ? model.id
        : null;
    },
    /**
     * Binds the owner's drafts to a model: those that an event names as used, and, for the newest event only, those for its slug,
     * which is then locked.
     */
    bind: async (
      client: Queryable,
      { id: modelId, slug, affiliateId, ...uses }: EventData<'model.updated'>,
      { isNewest }: { isNewest: boolean },
    ): Promise<void> => {
      const model = { modelId, slug: isNewest ? slug : null, affiliateId };
      const bound = await assets.bindDrafts(
        client,
        model,
        usesNamedBy(uses).map(({ id }) => id),
      );
      if (isNewest) await resumables.bindDrafts(client, { modelId, slug, affiliateId });
      await saveEvents(
        client,
        ...bound.map(({ id, revision }) => createEvent('asset.bound', { id, modelId }, revision)),
      );
    },
  };
};
export type Drafts = ReturnType<typeof createDrafts>;
