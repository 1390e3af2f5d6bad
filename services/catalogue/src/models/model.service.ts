import { MODEL_DEFAULTS, MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelChange, ModelPlace, NewModel } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import { fieldChanges } from 'service-kit/field-changes';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { RecentLoginCheck } from 'service-kit/recent-login';
import type { DatabaseTime } from '../database-time.ts';
import type { Affiliate } from '../projections/affiliate.projection.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { changedModel } from './changed-model.ts';
import { blankModel } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import { assetIdsOf, restoringChange } from './restored-model.ts';
import type { VersionRepository } from './version.repository.ts';
import { rankBetween } from './model-rank.ts';
import type { ModelRepository } from './model.repository.ts';
import type { ModelWriter } from './model-writer.ts';
import { rejectRedirection, requireEdition, requireOwnPictures } from './save-checks.ts';

interface Dependencies {
  models: Pick<ModelRepository, 'byId' | 'nextRank' | 'placeOf'>;
  writer: ModelWriter;
  versions: Pick<VersionRepository, 'byEdition'>;
  assets: Pick<AssetProjection, 'byIds'>;
  paymentHosts: PaymentHosts;
  databaseTime: DatabaseTime;
  /** Clock of the views. */
  clock: () => number;
}

/** @param ownerId the acting affiliate, or null for the administrator, who may change all models */
const requireOwner = (model: ModelRecord, ownerId: string | null): void => {
  if (ownerId !== null && model.affiliateId !== ownerId) throw new AppError('FORBIDDEN');
};

interface SaveChecks {
  ifMatch: string | undefined;
  requireRecentLoginFor: RecentLoginCheck;
}

/** Fills empty fields of a new model from its affiliate. */
const inherited = (model: NewModel, affiliate: Affiliate): NewModel => ({
  ...model,
  telegram_link: model.telegram_link || affiliate.telegramLink,
  email_from_name: model.email_from_name || affiliate.emailFromName,
  email_from_email: model.email_from_email || affiliate.emailFromEmail,
  adexico_base_url: affiliate.adexicoBaseUrl,
  adexico_source_id: affiliate.adexicoSourceId || MODEL_DEFAULTS.adexico_source_id,
});

/** Applies users' changes of models. */
export const createModelService = ({
  models,
  writer,
  versions,
  assets,
  paymentHosts,
  databaseTime,
  clock,
}: Dependencies) => {
  /** Returns the save that restores an edition of a model; none for the current edition. */
  const restoring = async (id: string, edition: number, ownerId: string | null) => {
    const model = await models.byId(id);
    if (!model) throw new AppError('MODEL_NOT_FOUND');
    requireOwner(model, ownerId);
    if (edition === model.editRevision) return { model, change: null, missingFiles: 0 };
    const version = await versions.byEdition(id, edition);
    if (!version) throw new AppError('VERSION_NOT_FOUND');
    const assetsById = await assets.byIds(assetIdsOf(model, version));
    return { model, ...restoringChange(model, version, assetsById, ownerId === null) };
  };
  /** Returns the model to save. @throws AppError PAYMENT_HOST_REFUSED, EDIT_CONFLICT, REAUTHENTICATION_REQUIRED */
  const validate = (
    before: ModelRecord,
    after: ModelRecord,
    { ifMatch, requireRecentLoginFor }: SaveChecks,
  ): ModelRecord => {
    // An unchanged address stays, even if no longer allowed: billing validates the target again.
    if (after.adexico_base_url !== before.adexico_base_url) paymentHosts.require(after.adexico_base_url);
    requireEdition(before, after, ifMatch);
    requireRecentLoginFor(fieldChanges(MODEL_FIELDS, before, after));
    return after;
  };
  return {
    /**
     * Creates a model of the platform.
     * @throws AppError REAUTHENTICATION_REQUIRED, SLUG_TAKEN, PAYMENT_HOST_REFUSED, VALIDATION_FAILED
     */
    create: async (model: NewModel, requireRecentLoginFor: RecentLoginCheck) => {
      paymentHosts.require(model.adexico_base_url);
      const now = await databaseTime();
      const blank = blankModel(null, now);
      const record = changedModel(blank, model, now);
      requireRecentLoginFor(fieldChanges(MODEL_FIELDS, blank, record));
      return writer.insert(record, requireOwnPictures);
    },
    /**
     * Creates a model of an affiliate.
     * @param sent the unparsed body
     * @throws AppError SLUG_TAKEN, FIELD_FORBIDDEN, VALIDATION_FAILED
     */
    createFor: async (affiliate: Affiliate, model: NewModel, sent: unknown) => {
      const now = await databaseTime();
      const record = changedModel(blankModel(affiliate.id, now), inherited(model, affiliate), now);
      rejectRedirection(sent, record);
      return writer.insert(record, requireOwnPictures);
    },
    /**
     * Applies a change by the administrator to any model.
     * @throws AppError MODEL_NOT_FOUND, REAUTHENTICATION_REQUIRED, SLUG_TAKEN, EDIT_CONFLICT, PAYMENT_HOST_REFUSED,
     *   VALIDATION_FAILED
     */
    change: async (id: string, change: ModelChange, checks: SaveChecks) => {
      const now = await databaseTime();
      return writer.updateIfChanged(
        id,
        (before) => validate(before, changedModel(before, change, now, clock()), checks),
        { check: requireOwnPictures },
      );
    },
    /**
     * Applies a change by an affiliate to its own model.
     * @param sent the unparsed body
     * @throws AppError as `change`, and FORBIDDEN, FIELD_FORBIDDEN
     */
    changeFor: async (
      affiliate: Affiliate,
      id: string,
      change: ModelChange,
      { sent, ifMatch }: { sent: unknown; ifMatch: string | undefined },
    ) => {
      const now = await databaseTime();
      return writer.updateIfChanged(
        id,
        (before) => {
          requireOwner(before, affiliate.id);
          rejectRedirection(sent, before);
          const after = changedModel(before, change, now, clock());
          requireEdition(before, after, ifMatch);
          return after;
        },
        { check: requireOwnPictures },
      );
    },
    /** @throws AppError MODEL_NOT_FOUND, FORBIDDEN */
    resetLiveOverride: async (id: string, ownerId: string | null) => {
      const now = await databaseTime();
      return writer.updateIfChanged(id, (before) => {
        requireOwner(before, ownerId);
        return changedModel(before, { manual_live_override: null }, now);
      });
    },
    /**
     * Moves a model directly before or after another one (docs/domain.md#order-of-the-wall), in one write of the moved model.
     * @throws AppError MODEL_NOT_FOUND
     */
    place: async (id: string, { side, neighbour: neighbourId }: ModelPlace) => {
      const [model, neighbour] = await Promise.all([models.byId(id), models.byId(neighbourId)]);
      if (!model || !neighbour) throw new AppError('MODEL_NOT_FOUND');
      if (id === neighbourId) return writer.updateIfChanged(id, (before) => before);
      const next = await models.nextRank(neighbour.rank, side, id);
      const rank = side === 'before' ? rankBetween(next, neighbour.rank) : rankBetween(neighbour.rank, next);
      const [before, after] = await Promise.all([models.placeOf(model), models.placeOf({ ...model, rank })]);
      return writer.updateIfChanged(id, (moved) => ({ ...moved, rank }), { audit: { places: { before, after } } });
    },
    /** @throws AppError MODEL_NOT_FOUND */
    feature: (id: string, isFeatured: boolean) => writer.updateIfChanged(id, (before) => ({ ...before, isFeatured })),
    /** @throws AppError MODEL_NOT_FOUND, FORBIDDEN */
    remove: async (id: string, ownerId: string | null) =>
      writer.remove(id, await databaseTime(), (before) => requireOwner(before, ownerId)),
    /**
     * Returns what restoring a former version would change (docs/domain.md#former-versions-of-a-model).
     * @param ownerId the acting affiliate, or null for the administrator
     * @throws AppError MODEL_NOT_FOUND, FORBIDDEN, VERSION_NOT_FOUND, VALIDATION_FAILED
     */
    version: async (id: string, edition: number, ownerId: string | null) => {
      const { model, change, missingFiles } = await restoring(id, edition, ownerId);
      const now = await databaseTime();
      return {
        edit_revision: model.editRevision,
        changes: change ? fieldChanges(MODEL_FIELDS, model, changedModel(model, change, now)) : [],
        missing_files: missingFiles,
      };
    },
    /**
     * Saves a former version as a new edition; state and live override are unchanged.
     * @throws AppError as `change` and `version`
     */
    restore: async (id: string, edition: number, { ownerId, ...checks }: SaveChecks & { ownerId: string | null }) => {
      const { change } = await restoring(id, edition, ownerId);
      const now = await databaseTime();
      return writer.updateIfChanged(
        id,
        (before) => {
          requireOwner(before, ownerId);
          return change ? validate(before, changedModel(before, change, now), checks) : before;
        },
        { check: requireOwnPictures, audit: change ? { restoredEdition: edition } : undefined },
      );
    },
  };
};
export type ModelService = ReturnType<typeof createModelService>;
