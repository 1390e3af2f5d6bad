import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from 'service-kit/errors';
import type { Assets } from '../projections/asset.ts';
import type { AssetRepository } from '../projections/assets.repository.ts';
import { changeEvents, deletionEvent } from './model-events.ts';
import { assetIdOfItem, assetIdOfPicture, MEDIA_LISTS, PICTURES, withDerived } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelRepository } from './model.repository.ts';

/** A model as it was just written, with its assets. */
export interface Written {
  model: ModelRecord;
  assets: Assets;
}
/** Refuses a change by throwing; `before` is null for a new model. */
export type Check = (before: ModelRecord | null, after: ModelRecord, assets: Assets) => void;

/** Writers that lose against another start again; each round somebody wins. */
const ATTEMPTS = 60;
/** Milliseconds at most between two attempts. */
const PAUSE = 20;

/** The model without what refers to deleted files. */
const withoutDeleted = (model: ModelRecord, assets: Assets): ModelRecord => {
  const isDeleted = (assetId: string | null) => assetId !== null && assets.get(assetId)?.state === 'deleted';
  if (!model.assetIds.some(isDeleted)) return model;
  const next = { ...model };
  for (const picture of PICTURES) if (isDeleted(assetIdOfPicture(model, picture))) next[picture] = null;
  for (const list of MEDIA_LISTS) next[list] = model[list].filter((item) => !isDeleted(assetIdOfItem(item)));
  return withDerived(next);
};

/** The one way in which models are written: no update is lost, and what changed is told with it. */
export const createModelWriter = ({ models, assets }: { models: ModelRepository; assets: AssetRepository }) => {
  /** The first that a step answers other than null, starting again from what is stored now. */
  const untilWritten = async <Result>(id: string, step: (before: ModelRecord) => Promise<Result | null>): Promise<Result> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await pause(Math.random() * PAUSE);
      const before = await models.byId(id);
      if (!before) throw new AppError('MODEL_NOT_FOUND');
      const result = await step(before);
      if (result !== null) return result;
    }
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  };

  const update = (id: string, change: (before: ModelRecord) => ModelRecord, check?: Check): Promise<Written> =>
    untilWritten(id, async (before) => {
      const changed = change(before);
      const known = await assets.find(changed.assetIds);
      const after = withoutDeleted(changed, known);
      check?.(before, after, known);
      const events = changeEvents(before, after, known);
      const model = { ...after, revision: before.revision + events.length };
      return (await models.write(before, model, events)) ? { model, assets: known } : null;
    });

  /** An asset that was not known when the model was written may have come at the same moment: whoever is second tells it. */
  const withLateAssets = async (written: Written): Promise<Written> => {
    const unknown = written.model.assetIds.filter((id) => !written.assets.has(id));
    const late = await assets.find(unknown);
    return late.size > 0 ? update(written.model.id, (before) => before) : written;
  };

  return {
    /** @throws AppError SLUG_TAKEN, and what `check` throws */
    insert: async (blank: ModelRecord, check: Check): Promise<Written> => {
      const known = await assets.find(blank.assetIds);
      const after = withoutDeleted(blank, known);
      check(null, after, known);
      const events = changeEvents(null, after, known);
      const model = { ...after, revision: events.length };
      await models.insert(model, events);
      return withLateAssets({ model, assets: known });
    },
    /**
     * Changes a model and tells its facts.
     * @throws AppError MODEL_NOT_FOUND, SLUG_TAKEN, and what `change` and `check` throw
     */
    update: async (id: string, change: (before: ModelRecord) => ModelRecord, check?: Check): Promise<Written> => withLateAssets(await update(id, change, check)),
    /** Changes the live state alone, which has events of its own. */
    updateLiveState: (id: string, change: (before: ModelRecord) => ModelRecord): Promise<ModelRecord> =>
      untilWritten(id, async (before) => {
        const after = change(before);
        const events = changeEvents(before, after, null);
        const model = { ...after, revision: before.revision + events.length };
        return (await models.write(before, model, events)) ? model : null;
      }),
    /** @throws AppError MODEL_NOT_FOUND, and what `check` throws */
    remove: (id: string, now: number, check: (before: ModelRecord) => void): Promise<true> =>
      untilWritten(id, async (before) => {
        check(before);
        const event = deletionEvent(before, await assets.find(before.assetIds));
        return (await models.bury(before, event, new Date(now))) ? true : null;
      }),
  };
};
export type ModelWriter = ReturnType<typeof createModelWriter>;
