import type { Assets } from '../projections/asset.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { countsAround } from './audit-counts.ts';
import { changeEvents } from './model-events.ts';
import { withoutDue } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import { withoutDeleted } from './model-writer.ts';
import type { ModelWriter } from './model-writer.ts';
import type { ModelPart, ModelRepository } from './model.repository.ts';
import { ignoreMissing, untilWritten } from './until-written.ts';

interface Dependencies {
  models: Pick<ModelRepository, 'byIdWithAssets' | 'idsOfScheduled' | 'invalidateAnnounced' | 'writePart'>;
  assets: Pick<AssetProjection, 'byIds'>;
  writer: Pick<ModelWriter, 'refresh' | 'applyEffects' | 'updateAndPublish'>;
  clock: () => number;
}

/** Publishes models again without a user's change: because their assets changed, or scheduled items are due. */
export const createModelPublisher = ({ models, assets, writer, clock }: Dependencies) => {
  /** Writes a change of a partial model with known announced uses. @returns null when another write came in between */
  const attemptPart = async (
    part: ModelPart,
    after: ModelRecord,
    assetsById: Assets,
    now: number,
  ): Promise<true | null> => {
    const { model: before, announced, otherContent } = part;
    const counts = countsAround(part, after, now);
    const events = changeEvents({ before, after, assets: assetsById, announced, otherContent, counts, now });
    const model = { ...after, revision: before.revision + events.length };
    if (!(await models.writePart(before, model, events))) return null;
    await writer.applyEffects(before, { model, assets: assetsById });
    return true;
  };

  return {
    /**
     * Publishes a model again after changes of assets that it uses, without reading or writing its other assets. Removes deleted
     * assets from the model.
     * @throws AppError MODEL_NOT_FOUND
     */
    publishAssets: async (id: string, assetIds: readonly string[]): Promise<void> => {
      await untilWritten(
        () => models.byIdWithAssets(id, assetIds),
        async (part) => {
          if (part.announced === null) return writer.refresh(id);
          const assetsById = await assets.byIds(assetIds);
          return attemptPart(part, withoutDeleted(part.model, assetsById), assetsById, clock());
        },
      );
    },
    /**
     * Publishes a model again with all of its assets, if it exists.
     * @param least minimum revision, which copies of the model have reached
     */
    republish: async (id: string, least: number): Promise<void> => {
      if (await models.invalidateAnnounced(id, least))
        await writer.updateAndPublish(id, (model) => model).catch(ignoreMissing);
    },
    /**
     * Publishes a model once when scheduled items are due, without reading or writing its other assets.
     * @param since time at which the first item is due
     * @param now milliseconds, from the database's clock
     * @throws AppError MODEL_NOT_FOUND
     */
    publishDue: (id: string, since: Date, now: number): Promise<boolean> =>
      untilWritten(
        async () => models.byIdWithAssets(id, await models.idsOfScheduled(id, since, new Date(now))),
        async (part) => {
          // Another replica was faster, or the item was rescheduled.
          if (part.model.nextPublishAt?.getTime() !== since.getTime()) return false;
          if (part.announced !== null)
            return attemptPart(part, withoutDue(part.model, now), await assets.byIds(part.model.assetIds), now);
          await writer.updateAndPublish(id, (whole) => withoutDue(whole, now));
          return true;
        },
      ),
  };
};
export type ModelPublisher = ReturnType<typeof createModelPublisher>;
