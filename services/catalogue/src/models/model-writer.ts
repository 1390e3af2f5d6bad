import { AppError } from 'service-kit/errors';
import { belongsTo } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import type { AffiliateProjection } from '../projections/affiliate.projection.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { changeEvents, deletionEvent } from './model-events.ts';
import type { AnnouncedUses, AuditFacts } from './model-events.ts';
import { withoutAssets } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelRepository } from './model.repository.ts';
import { changesNothing } from './save-checks.ts';
import { ignoreMissing, untilDone, untilWritten } from './until-written.ts';
import type { VersionRepository } from './version.repository.ts';

/** Model as just written, with its assets. */
export interface Written {
  model: ModelRecord;
  assets: Assets;
}
/** Rejects a change by throwing; `before` is null for a new model. */
export type Check = (before: ModelRecord | null, after: ModelRecord, assets: Assets) => void;
/** Returns the changed model. */
type Change = (before: ModelRecord) => ModelRecord;
interface UpdateOptions {
  check?: Check;
  audit?: AuditFacts;
}

const isOf = (model: ModelRecord, asset: Asset | undefined): boolean =>
  asset !== undefined && asset.state !== 'deleted' && belongsTo(asset, model);
/** Returns the model without references to deleted files. */
export const withoutDeleted = (model: ModelRecord, assets: Assets): ModelRecord => {
  const isDeleted = (assetId: string) => assets.get(assetId)?.state === 'deleted';
  return model.assetIds.some(isDeleted) ? withoutAssets(model, isDeleted) : model;
};

interface Dependencies {
  models: ModelRepository;
  versions: Pick<VersionRepository, 'add' | 'removeOf'>;
  assets: AssetProjection;
  affiliates: Pick<AffiliateProjection, 'bySlug' | 'isDeleted'>;
  clock: () => number;
}

/** Returns the model without its affiliate. */
const ofPlatform = (model: ModelRecord): ModelRecord => ({ ...model, affiliateId: null });

/** The only writer of models: detects concurrent updates, and saves events together with the change. */
export const createModelWriter = ({ models, versions, assets, affiliates, clock }: Dependencies) => {
  /** @throws AppError SLUG_TAKEN when an affiliate that does not own the model has its slug */
  const requireFreeSlug = async ({ slug, affiliateId }: ModelRecord): Promise<void> => {
    const holder = await affiliates.bySlug(slug);
    if (holder && holder.id !== affiliateId) throw new AppError('SLUG_TAKEN');
  };

  /**
   * Returns the model to write and marks its gained and lost assets, so that gained ones can no longer be released.
   * @returns null when an asset was released or bound to another model meanwhile
   */
  const prepare = async (before: ModelRecord | null, changed: ModelRecord, check?: Check): Promise<Written | null> => {
    const assetsById = await assets.byIds(changed.assetIds);
    const after = withoutDeleted(changed, assetsById);
    check?.(before, after, assetsById);
    if (after.slug !== before?.slug) await requireFreeSlug(after);
    const [had, has] = [new Set(before?.assetIds), new Set(after.assetIds)];
    const gained = after.assetIds.filter((id) => !had.has(id) && isOf(after, assetsById.get(id)));
    const lost = [...had].filter((id) => !has.has(id));
    const former = before && lost.length > 0 ? await assets.byIds(lost) : new Map<string, Asset>();
    const isTouched = await assets.touch({
      gained,
      lost: before ? lost.filter((id) => isOf(before, former.get(id))) : [],
      modelId: after.id,
    });
    return isTouched ? { model: after, assets: assetsById } : null;
  };

  /**
   * Applies the effects of a write: binds the drafts that the model uses, and removes its slugs from the former slugs of other
   * models.
   */
  const applyEffects = async (before: ModelRecord | null, { model, assets: assetsById }: Written): Promise<void> => {
    await assets.bind(
      [...assetsById.values()]
        .filter((asset) => asset.state !== 'deleted' && !asset.modelId && belongsTo(asset, model))
        .map(({ id }) => id),
      model.id,
    );
    if (before?.slug === model.slug) return;
    const slugs = before ? [before.slug, model.slug] : [model.slug];
    for (const id of await models.idsWithFormer(slugs, model.id))
      await updateAndPublish(id, (other) => ({
        ...other,
        previousSlugs: other.previousSlugs.filter((slug) => !slugs.includes(slug)),
      })).catch(ignoreMissing);
  };

  /** @returns null when another write came in between */
  const attempt = async (
    before: ModelRecord,
    changed: ModelRecord,
    announced: AnnouncedUses | null,
    { check, audit }: UpdateOptions = {},
  ): Promise<Written | null> => {
    const prepared = await prepare(before, changed, check);
    if (!prepared) return null;
    const { model: after, assets: assetsById } = prepared;
    const events = changeEvents({ before, after, assets: assetsById, announced, now: clock(), audit });
    // Stored before the write, so that a replaced edition is never lost, even after a crash.
    if (prepared.model.editRevision !== before.editRevision) await versions.add(before, new Date(clock()));
    const written = { ...prepared, model: { ...prepared.model, revision: before.revision + events.length } };
    if (!(await models.write(before, written.model, events))) return null;
    await applyEffects(before, written);
    return written;
  };
  /** Writes a change and publishes the model, even when the change has no effect. */
  const updateAndPublish = (id: string, change: Change, options?: UpdateOptions): Promise<Written> =>
    untilWritten(
      () => models.byIdWithAnnounced(id),
      ({ model: before, announced }) => attempt(before, change(before), announced, options),
    );

  /** The same, but a change without effect neither writes nor publishes anything. */
  const writeIfChanged = (id: string, change: Change, options?: UpdateOptions): Promise<Written> =>
    untilWritten(
      () => models.byIdWithAnnounced(id),
      async ({ model: before, announced }) => {
        const changed = change(before);
        return changesNothing(before, changed)
          ? { model: before, assets: await assets.byIds(before.assetIds) }
          : attempt(before, changed, announced, options);
      },
    );

  /**
   * Publishes the model again when an unknown asset has arrived during the write: the handler of its event may have missed the
   * model.
   */
  const withLateAssets = async (written: Written): Promise<Written> => {
    const unknown = written.model.assetIds.filter((id) => !written.assets.has(id));
    const late = await assets.byIds(unknown);
    return late.size > 0 ? updateAndPublish(written.model.id, (before) => before) : written;
  };

  /** Publishes the model again with all of its assets that have changed since. */
  const refresh = async (id: string): Promise<Written> =>
    withLateAssets(await updateAndPublish(id, (before) => before));

  return {
    applyEffects,
    refresh,
    updateAndPublish,
    /** @throws AppError SLUG_TAKEN, and the errors of `check` */
    insert: async (blank: ModelRecord, check: Check): Promise<Written> => {
      const prepared = await untilDone(() => prepare(null, blank, check));
      const { model: after, assets: assetsById } = prepared;
      const events = changeEvents({ before: null, after, assets: assetsById, announced: null, now: clock() });
      const written = { ...prepared, model: { ...prepared.model, revision: events.length } };
      await models.insert(written.model, events);
      await applyEffects(null, written);
      const { id, affiliateId } = written.model;
      // The affiliate was deleted after the check: its deletion may have read its models before this one was written.
      const isOrphan = affiliateId !== null && (await affiliates.isDeleted(affiliateId));
      return withLateAssets(isOrphan ? await writeIfChanged(id, ofPlatform) : written);
    },
    /** Transfers the models of a deleted affiliate to the platform. */
    releaseOf: async (affiliateId: string): Promise<void> => {
      for (const id of await models.idsOf(affiliateId)) await writeIfChanged(id, ofPlatform).catch(ignoreMissing);
    },
    /**
     * Changes a model and publishes it, unless the change has no effect.
     * @throws AppError MODEL_NOT_FOUND, SLUG_TAKEN, and the errors of `change` and `check`
     */
    updateIfChanged: async (id: string, change: Change, options?: UpdateOptions): Promise<Written> =>
      withLateAssets(await writeIfChanged(id, change, options)),
    /** @throws AppError MODEL_NOT_FOUND, and the errors of `check` */
    remove: (id: string, now: number, check: (before: ModelRecord) => void): Promise<true> =>
      untilWritten(
        () => models.byId(id),
        async (before) => {
          check(before);
          const event = deletionEvent(before, await assets.byIds(before.assetIds));
          if (!(await models.softDelete(before, event, new Date(now)))) return null;
          await versions.removeOf(id);
          return true;
        },
      ),
  };
};
export type ModelWriter = ReturnType<typeof createModelWriter>;
