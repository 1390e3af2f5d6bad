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
  assets: Pick<AssetProjection, 'find'>;
  writer: Pick<ModelWriter, 'refresh' | 'rewrite' | 'settle'>;
  clock: () => number;
}

/** Publishes models again that no person has changed: their assets have changed, or scheduled items are due. */
export const createModelPublisher = ({ models, assets, writer, clock }: Dependencies) => {
  /** Writes a change of a part of a model whose announced use is known. @returns null when another write came in between */
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
    await writer.settle(before, { model, assets: assetsById });
    return true;
  };

  return {
    /**
     * Publishes the facts of a model again after changes of assets that it uses, without reading or writing the others. Those
     * that were deleted leave it.
     * @throws AppError MODEL_NOT_FOUND
     */
    publishAssets: async (id: string, assetIds: readonly string[]): Promise<void> => {
      await untilWritten(
        () => models.byIdWithAssets(id, assetIds),
        async (part) => {
          if (part.announced === null) return writer.refresh(id);
          const assetsById = await assets.find(assetIds);
          return attemptPart(part, withoutDeleted(part.model, assetsById), assetsById, clock());
        },
      );
    },
    /**
     * Publishes the facts of a model again with all of its assets, where it exists.
     * @param least the revision that the model has reached elsewhere
     */
    republish: async (id: string, least: number): Promise<void> => {
      if (await models.invalidateAnnounced(id, least)) await writer.rewrite(id, (model) => model).catch(ignoreMissing);
    },
    /**
     * Publishes the facts of a model again whose scheduled items are due, once, without reading or writing the others.
     * @param since when the first of them is due
     * @param now milliseconds, of the database
     * @throws AppError MODEL_NOT_FOUND
     */
    publishDue: (id: string, since: Date, now: number): Promise<boolean> =>
      untilWritten(
        async () => models.byIdWithAssets(id, await models.idsOfScheduled(id, since, new Date(now))),
        async (part) => {
          // Another replica was first, or the item was scheduled anew.
          if (part.model.nextPublishAt?.getTime() !== since.getTime()) return false;
          if (part.announced !== null)
            return attemptPart(part, withoutDue(part.model, now), await assets.find(part.model.assetIds), now);
          await writer.rewrite(id, (whole) => withoutDue(whole, now));
          return true;
        },
      ),
  };
};
export type ModelPublisher = ReturnType<typeof createModelPublisher>;
