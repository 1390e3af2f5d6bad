import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from 'service-kit/errors';
import { belongsTo } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { changeEvents, deletionEvent } from './model-events.ts';
import type { AnnouncedUses } from './model-events.ts';
import { assetIdOfItem, assetIdOfPicture, MEDIA_LISTS, PICTURES, withDerived, withSchedule } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelRepository } from './model.repository.ts';
import type { VersionRepository } from './version.repository.ts';

/** A model as it was just written, with its assets. */
export interface Written {
  model: ModelRecord;
  assets: Assets;
}
/** Refuses a change by throwing; `before` is null for a new model. */
export type Check = (before: ModelRecord | null, after: ModelRecord, assets: Assets) => void;

/** Writers that lose against another start again; each round has a winner. */
const ATTEMPTS = 60;
/** Time at most between two attempts. */
const MAX_PAUSE_MS = 20;

/** The first result of `step` other than null. @throws AppError SERVICE_UNAVAILABLE when it always loses */
const untilDone = async <Result>(step: () => Promise<Result | null>): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(Math.random() * MAX_PAUSE_MS);
    const result = await step();
    if (result !== null) return result;
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
};

const isOf = (model: ModelRecord, asset: Asset | undefined): boolean =>
  asset !== undefined && asset.state !== 'deleted' && belongsTo(asset, model);
/** The model was deleted meanwhile: there is nothing left to change. */
const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof AppError && error.code === 'MODEL_NOT_FOUND')) throw error;
};

/** The model without what refers to deleted files. */
const withoutDeleted = (model: ModelRecord, assets: Assets, now: number): ModelRecord => {
  const isDeleted = (assetId: string | null) => assetId !== null && assets.get(assetId)?.state === 'deleted';
  if (!model.assetIds.some(isDeleted)) return model;
  const next = { ...model };
  for (const picture of PICTURES) if (isDeleted(assetIdOfPicture(model, picture))) next[picture] = null;
  for (const list of MEDIA_LISTS) next[list] = model[list].filter((item) => !isDeleted(assetIdOfItem(item)));
  return withDerived(next, now);
};

interface Dependencies {
  models: ModelRepository;
  versions: Pick<VersionRepository, 'add' | 'removeOf'>;
  assets: AssetProjection;
  clock: () => number;
}

/** The only way in which models are written: no update is lost, and its events are saved with it. */
export const createModelWriter = ({ models, versions, assets, clock }: Dependencies) => {
  /** Starts again from what is stored now, until `step` returns something other than null. */
  const untilWritten = <Stored, Result>(
    read: () => Promise<Stored | null>,
    step: (stored: Stored) => Promise<Result | null>,
  ): Promise<Result> =>
    untilDone(async () => {
      const stored = await read();
      if (!stored) throw new AppError('MODEL_NOT_FOUND');
      return step(stored);
    });

  /**
   * The model as it is to be written, its assets touched: one that it gains cannot be released from here on.
   * @returns null when an asset was released, or bound to another model, in this moment
   */
  const prepare = async (before: ModelRecord | null, changed: ModelRecord, check?: Check): Promise<Written | null> => {
    const known = await assets.find(changed.assetIds);
    const after = withoutDeleted(changed, known, clock());
    check?.(before, after, known);
    const [had, has] = [new Set(before?.assetIds), new Set(after.assetIds)];
    const gained = after.assetIds.filter((id) => !had.has(id) && isOf(after, known.get(id)));
    const lost = [...had].filter((id) => !has.has(id));
    const former = before && lost.length > 0 ? await assets.find(lost) : new Map<string, Asset>();
    const isTouched = await assets.touch({
      gained,
      lost: before ? lost.filter((id) => isOf(before, former.get(id))) : [],
      modelId: after.id,
    });
    return isTouched ? { model: after, assets: known } : null;
  };

  /** What follows from a write: drafts that the model uses are its own, and old links with its slugs lead to it alone. */
  const settle = async (before: ModelRecord | null, { model, assets: known }: Written): Promise<void> => {
    await assets.bind(
      [...known.values()]
        .filter((asset) => asset.state !== 'deleted' && !asset.modelId && belongsTo(asset, model))
        .map(({ id }) => id),
      model.id,
    );
    if (before?.slug === model.slug) return;
    const slugs = before ? [before.slug, model.slug] : [model.slug];
    for (const id of await models.idsWithFormer(slugs, model.id))
      await update(id, (other) => ({
        ...other,
        previousSlugs: other.previousSlugs.filter((slug) => !slugs.includes(slug)),
      })).catch(ignoreMissing);
  };

  /** @returns null when another write came in between */
  const attempt = async (
    before: ModelRecord,
    changed: ModelRecord,
    announced: AnnouncedUses | null,
    check?: Check,
    restoredEdition?: number,
  ): Promise<Written | null> => {
    const prepared = await prepare(before, changed, check);
    if (!prepared) return null;
    const { model: after, assets: known } = prepared;
    const events = changeEvents({ before, after, assets: known, announced, now: clock(), restoredEdition });
    // Before the write: an edition that is replaced is never lost, even if the process ends in between.
    if (prepared.model.editRevision !== before.editRevision) await versions.add(before, new Date(clock()));
    const written = { ...prepared, model: { ...prepared.model, revision: before.revision + events.length } };
    if (!(await models.write(before, written.model, events))) return null;
    await settle(before, written);
    return written;
  };
  const update = (
    id: string,
    change: (before: ModelRecord) => ModelRecord,
    check?: Check,
    restoredEdition?: number,
  ): Promise<Written> =>
    untilWritten(
      () => models.byIdWithAnnounced(id),
      ({ model: before, announced }) => attempt(before, change(before), announced, check, restoredEdition),
    );

  /** An asset that was not known when the model was written may have arrived at the same moment: the second writer publishes it. */
  const withLateAssets = async (written: Written): Promise<Written> => {
    const unknown = written.model.assetIds.filter((id) => !written.assets.has(id));
    const late = await assets.find(unknown);
    return late.size > 0 ? update(written.model.id, (before) => before) : written;
  };

  /** Publishes the facts of a model again with all of its assets that have changed since. */
  const refresh = async (id: string): Promise<Written> => withLateAssets(await update(id, (before) => before));

  return {
    /** @throws AppError SLUG_TAKEN, and what `check` throws */
    insert: async (blank: ModelRecord, check: Check): Promise<Written> => {
      const prepared = await untilDone(() => prepare(null, blank, check));
      const { model: after, assets: known } = prepared;
      const events = changeEvents({ before: null, after, assets: known, announced: null, now: clock() });
      const written = { ...prepared, model: { ...prepared.model, revision: events.length } };
      await models.insert(written.model, events);
      await settle(null, written);
      return withLateAssets(written);
    },
    /**
     * Changes a model and publishes its facts.
     * @param restoredEdition the edition that the change restores, for the audit trail
     * @throws AppError MODEL_NOT_FOUND, SLUG_TAKEN, and what `change` and `check` throw
     */
    update: async (
      id: string,
      change: (before: ModelRecord) => ModelRecord,
      check?: Check,
      restoredEdition?: number,
    ): Promise<Written> => withLateAssets(await update(id, change, check, restoredEdition)),
    /**
     * Publishes the facts of a model again after changes of assets that it uses, without reading the others. Those that were
     * deleted leave it.
     * @throws AppError MODEL_NOT_FOUND
     */
    publishAssets: async (id: string, assetIds: readonly string[]): Promise<void> => {
      await untilWritten(
        () => models.byIdWithAssets(id, assetIds),
        async ({ model: before, announced, otherContent }) => {
          const known = await assets.find(assetIds);
          if (announced === null || [...known.values()].some(({ state }) => state === 'deleted')) return refresh(id);
          const events = changeEvents({
            before,
            after: before,
            assets: known,
            announced,
            otherContent,
            now: clock(),
          });
          const written = { model: { ...before, revision: before.revision + events.length }, assets: known };
          if (!(await models.write(before, written.model, events))) return null;
          await settle(before, written);
          return written;
        },
      );
    },
    /**
     * Publishes the facts of a model again with all of its assets, where it exists.
     * @param least the revision that the model has reached elsewhere
     */
    republish: async (id: string, least: number): Promise<void> => {
      if (await models.invalidateAnnounced(id, least)) await update(id, (model) => model).catch(ignoreMissing);
    },
    /** Publishes the facts of a model again whose scheduled item is due, once. @returns whether one was @throws AppError MODEL_NOT_FOUND */
    publishDue: (id: string): Promise<boolean> =>
      untilWritten(
        () => models.byIdWithAnnounced(id),
        async ({ model: before, announced }) => {
          // Another replica was first, or the item was scheduled anew.
          if (!before.nextPublishAt || before.nextPublishAt.getTime() > clock()) return false;
          return (await attempt(before, withSchedule(before, clock()), announced)) && true;
        },
      ),
    /** @throws AppError MODEL_NOT_FOUND, and what `check` throws */
    remove: (id: string, now: number, check: (before: ModelRecord) => void): Promise<true> =>
      untilWritten(
        () => models.byId(id),
        async (before) => {
          check(before);
          const event = deletionEvent(before, await assets.find(before.assetIds));
          if (!(await models.softDelete(before, event, new Date(now)))) return null;
          await versions.removeOf(id);
          return true;
        },
      ),
  };
};
export type ModelWriter = ReturnType<typeof createModelWriter>;
