import { isDeepStrictEqual } from 'node:util';
import { ADMINISTRATOR_MODEL_FIELDS } from 'contracts/model-fields';
import { AppError } from 'service-kit/errors';
import { usableAsset } from '../projections/asset.ts';
import type { Assets } from '../projections/asset.ts';
import { assetIdOfPicture, PICTURES } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** Returns the fields that a user writes; all others derive from these and the time. */
const writing = ({
  editRevision: _edition,
  scheduled: _scheduled,
  nextPublishAt: _due,
  ...written
}: ModelRecord): object => written;

/** Whether a change leaves everything unchanged that users write. */
export const changesNothing = (before: ModelRecord, after: ModelRecord): boolean =>
  isDeepStrictEqual(writing(before), writing(after));

/**
 * Accepts a save without changes in any case: it may be a retry after a lost response.
 * @throws AppError EDIT_CONFLICT unless the If-Match header, if any, names the stored edition
 */
export const requireEdition = (before: ModelRecord, after: ModelRecord, ifMatch: string | undefined): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const [, edition] = /^\s*(?:W\/)?"?(\d+)"?\s*$/.exec(ifMatch) ?? [];
  if (edition !== undefined && Number(edition) === before.editRevision) return;
  if (edition === undefined || !changesNothing(before, after)) throw new AppError('EDIT_CONFLICT');
};

/**
 * Rejects changes of the redirection, which only the administrator may make; sending the current value or none changes nothing.
 * @param sent the unparsed body
 * @throws AppError FIELD_FORBIDDEN
 */
export const rejectRedirection = (
  sent: unknown,
  current: Pick<ModelRecord, (typeof ADMINISTRATOR_MODEL_FIELDS)[number]>,
): void => {
  const fields = new Map(Object.entries(sent ?? {}));
  for (const field of ADMINISTRATOR_MODEL_FIELDS) {
    const value: unknown = fields.get(field);
    if (value !== undefined && value !== null && value !== '' && value !== current[field])
      throw new AppError('FIELD_FORBIDDEN');
  }
};

/**
 * Rejects new pictures that are not the model's own; accepts those that media has not announced yet, which appear once it has.
 * @throws AppError VALIDATION_FAILED
 */
export const requireOwnPictures = (before: ModelRecord | null, after: ModelRecord, assets: Assets): void => {
  for (const picture of PICTURES) {
    const assetId = assetIdOfPicture(after, picture);
    const isKnown = assetId !== null && assets.has(assetId);
    if (isKnown && after[picture] !== before?.[picture] && !usableAsset(assets, assetId, picture, after))
      throw new AppError('VALIDATION_FAILED', { text: 'Image inconnue' });
  }
};
