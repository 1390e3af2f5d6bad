import { setTimeout as pause } from 'node:timers/promises';
import { countsOfItems } from 'contracts/media-items';
import type { MediaListCounts } from 'contracts/media-items';
import { AppError } from 'service-kit/errors';
import { belongsTo } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import type { AffiliateProjection } from '../projections/affiliate.projection.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { changeEvents, deletionEvent } from './model-events.ts';
import type { AnnouncedUses } from './model-events.ts';
import { LIST_PARTS, MEDIA_LISTS, withoutAssets, withoutDue } from './model-record.ts';
import type { MediaList, ModelRecord } from './model-record.ts';
import type { ModelPart, ModelRepository } from './model.repository.ts';
import { changesNothing } from './save-checks.ts';
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
const withoutDeleted = (model: ModelRecord, assets: Assets): ModelRecord => {
  const isDeleted = (assetId: string) => assets.get(assetId)?.state === 'deleted';
  return model.assetIds.some(isDeleted) ? withoutAssets(model, isDeleted) : model;
};

/** What the audit trail counts of each list before a part has lost items, and after it. @param now milliseconds */
const countsAround = ({ model: before, counts }: ModelPart, after: ModelRecord, now: number) => {
  const countsOf = (model: ModelRecord, list: MediaList, { locked, likes }: ModelPart['counts'][MediaList]) => ({
    items: model.lengths[LIST_PARTS[list]],
    locked,
    scheduled: model.scheduled[LIST_PARTS[list]].filter((date) => date.getTime() > now).length,
    likes,
  });
  const remaining = (list: MediaList) => {
    const lost = countsOfItems(
      before[list].filter((item) => !after[list].includes(item)),
      now,
    );
    return { locked: counts[list].locked - lost.locked, likes: counts[list].likes - lost.likes };
  };
  const ofEach = (valueOf: (list: MediaList) => MediaListCounts) =>
    Object.fromEntries(MEDIA_LISTS.map((list) => [list, valueOf(list)])) as Record<MediaList, MediaListCounts>;
  return {
    before: ofEach((list) => countsOf(before, list, counts[list])),
    after: ofEach((list) => countsOf(after, list, remaining(list))),
  };
};

interface Dependencies {
  models: ModelRepository;
  versions: Pick<VersionRepository, 'add' | 'removeOf'>;
  assets: AssetProjection;
  affiliates: Pick<AffiliateProjection, 'bySlug' | 'isDeleted'>;
  clock: () => number;
}

/** The model as one of the house. */
const ofHouse = (model: ModelRecord): ModelRecord => ({ ...model, affiliateId: null });

/** The only way in which models are written: no update is lost, and its events are saved with it. */
export const createModelWriter = ({ models, versions, assets, affiliates, clock }: Dependencies) => {
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

  /** @throws AppError SLUG_TAKEN where an affiliate that does not own the model has its slug */
  const requireFreeSlug = async ({ slug, affiliateId }: ModelRecord): Promise<void> => {
    const holder = await affiliates.bySlug(slug);
    if (holder && holder.id !== affiliateId) throw new AppError('SLUG_TAKEN');
  };

  /**
   * The model as it is to be written, its assets touched: one that it gains cannot be released from here on.
   * @returns null when an asset was released, or bound to another model, in this moment
   */
  const prepare = async (before: ModelRecord | null, changed: ModelRecord, check?: Check): Promise<Written | null> => {
    const known = await assets.find(changed.assetIds);
    const after = withoutDeleted(changed, known);
    check?.(before, after, known);
    if (after.slug !== before?.slug) await requireFreeSlug(after);
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

  /** The same, unless the change leaves everything as it is: then nothing is written or published. */
  const save = (...[id, change, check, restoredEdition]: Parameters<typeof update>): Promise<Written> =>
    untilWritten(
      () => models.byIdWithAnnounced(id),
      async ({ model: before, announced }) => {
        const changed = change(before);
        return changesNothing(before, changed)
          ? { model: before, assets: await assets.find(before.assetIds) }
          : attempt(before, changed, announced, check, restoredEdition);
      },
    );

  /** Writes a change of a part of a model whose announced use is known. @returns null when another write came in between */
  const attemptPart = async (part: ModelPart, after: ModelRecord, known: Assets): Promise<true | null> => {
    const { model: before, announced, otherContent } = part;
    const now = clock();
    const counts = countsAround(part, after, now);
    const events = changeEvents({ before, after, assets: known, announced, otherContent, counts, now });
    const model = { ...after, revision: before.revision + events.length };
    if (!(await models.writePart(before, model, events))) return null;
    await settle(before, { model, assets: known });
    return true;
  };

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
      const { id, affiliateId } = written.model;
      // Deleted since it was admitted: its deletion may have read its models before this one was written.
      const isOrphan = affiliateId !== null && (await affiliates.isDeleted(affiliateId));
      return withLateAssets(isOrphan ? await save(id, ofHouse) : written);
    },
    /** Gives the models of a deleted affiliate to the house. */
    releaseOf: async (affiliateId: string): Promise<void> => {
      for (const id of await models.idsOf(affiliateId)) await save(id, ofHouse).catch(ignoreMissing);
    },
    /**
     * Changes a model and publishes its facts, unless the change leaves it as it is.
     * @param restoredEdition the edition that the change restores, for the audit trail
     * @throws AppError MODEL_NOT_FOUND, SLUG_TAKEN, and what `change` and `check` throw
     */
    update: async (
      id: string,
      change: (before: ModelRecord) => ModelRecord,
      check?: Check,
      restoredEdition?: number,
    ): Promise<Written> => withLateAssets(await save(id, change, check, restoredEdition)),
    /**
     * Publishes the facts of a model again after changes of assets that it uses, without reading or writing the others. Those
     * that were deleted leave it.
     * @throws AppError MODEL_NOT_FOUND
     */
    publishAssets: async (id: string, assetIds: readonly string[]): Promise<void> => {
      await untilWritten(
        () => models.byIdWithAssets(id, assetIds),
        async (part) => {
          if (part.announced === null) return refresh(id);
          const known = await assets.find(assetIds);
          return attemptPart(part, withoutDeleted(part.model, known), known);
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
    /**
     * Publishes the facts of a model again whose scheduled items are due, once, without reading or writing the others.
     * @param since when the first of them is due
     * @throws AppError MODEL_NOT_FOUND
     */
    publishDue: (id: string, since: Date): Promise<boolean> =>
      untilWritten(
        async () => {
          const now = clock();
          const part = await models.byIdWithAssets(id, await models.idsOfScheduled(id, since, new Date(now)));
          return part && { part, now };
        },
        async ({ part, now }) => {
          // Another replica was first, or the item was scheduled anew.
          if (part.model.nextPublishAt?.getTime() !== since.getTime()) return false;
          if (part.announced !== null)
            return attemptPart(part, withoutDue(part.model, now), await assets.find(part.model.assetIds));
          await update(id, (whole) => withoutDue(whole, clock()));
          return true;
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
