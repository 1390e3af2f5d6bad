import { isDeepStrictEqual } from 'node:util';
import { ADMINISTRATOR_MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelChange } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import { usableAsset } from '../projections/asset.ts';
import type { Assets } from '../projections/asset.ts';
import { assetIdOfPicture, PICTURES } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** Returns what a person has written of a model; the rest follows from it and from the time. */
const writing = ({
  editRevision: _edition,
  scheduled: _scheduled,
  nextPublishAt: _due,
  ...written
}: ModelRecord): object => written;

/** Whether a change leaves everything that a person has written as it is. */
export const changesNothing = (before: ModelRecord, after: ModelRecord): boolean =>
  isDeepStrictEqual(writing(before), writing(after));

/**
 * A save that changes nothing conflicts with no other: it may be a retry after a lost response.
 * @throws AppError EDIT_CONFLICT unless an If-Match header, where there is one, names the edition that is stored
 */
export const requireEdition = (before: ModelRecord, after: ModelRecord, ifMatch: string | undefined): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const [, edition] = /^\s*(?:W\/)?"?(\d+)"?\s*$/.exec(ifMatch) ?? [];
  if (edition !== undefined && Number(edition) === before.editRevision) return;
  if (edition === undefined || !changesNothing(before, after)) throw new AppError('EDIT_CONFLICT');
};

/** @throws AppError PAYMENT_HOST_REFUSED */
export const requirePaymentHost = ({ adexico_base_url: url }: ModelChange, hosts: PaymentHosts): void => {
  if (url && !hosts.allows(url)) throw new AppError('PAYMENT_HOST_REFUSED');
};

/**
 * The redirection is the administrator's alone; sent back as it is, or empty, it changes nothing.
 * @param sent the body as it came
 * @throws AppError FIELD_FORBIDDEN
 */
export const refuseRedirection = (
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
 * A new picture has to be the model's own; one that media has not announced yet is accepted, and shows once it has.
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
