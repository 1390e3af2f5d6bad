import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelFields, StoredModelField } from 'contracts/model-fields';
import { affiliateModelChange, modelChange } from 'contracts/models';
import type { ModelChange } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import { usableAsset } from '../projections/asset.ts';
import type { Assets } from '../projections/asset.ts';
import { assetIdOfItem, assetIdOfPicture, MEDIA_LISTS, PICTURES, withDerived } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** Fields of the model's current operation, which a restore leaves unchanged. */
const UNRESTORED: readonly StoredModelField[] = ['state', 'manual_live_override'];

/** Returns the ids of the files that a version references. */
export const assetIdsOf = (model: ModelRecord, version: ModelFields): string[] =>
  withDerived({ ...model, ...version }, 0).assetIds;

/**
 * Returns the save that restores a version: without deleted files, and validated like a user's save. A version of a former release
 * may be invalid by now.
 * @param withRedirection whether the caller may change where payments go; otherwise it is unchanged
 * @throws AppError VALIDATION_FAILED
 */
export const restoringChange = (
  model: ModelRecord,
  version: ModelFields,
  assets: Assets,
  withRedirection: boolean,
): { change: ModelChange; missingFiles: number } => {
  const present = { ...version };
  let missingFiles = 0;
  for (const list of MEDIA_LISTS) {
    present[list] = version[list].filter((item) => usableAsset(assets, assetIdOfItem(item), list, model) !== null);
    missingFiles += version[list].length - present[list].length;
  }
  for (const picture of PICTURES) {
    const assetId = assetIdOfPicture({ ...model, ...version }, picture);
    if (assetId === null || usableAsset(assets, assetId, picture, model) !== null) continue;
    present[picture] = null;
    missingFiles += 1;
  }
  const sent = Object.fromEntries(
    STORED_MODEL_FIELDS.filter(
      (name) => !UNRESTORED.includes(name) && (withRedirection || MODEL_FIELDS[name].writableBy === 'owner'),
    ).map((name) => {
      const value = present[name];
      return [name, Array.isArray(value) ? JSON.stringify(value) : value];
    }),
  );
  const { data, error } = (withRedirection ? modelChange : affiliateModelChange).safeParse(sent);
  if (error) throw new AppError('VALIDATION_FAILED', { text: error.issues[0]?.message, cause: error });
  return { change: data, missingFiles };
};
