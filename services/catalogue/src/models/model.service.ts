import { MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelChange, NewModel } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import { fieldChanges } from 'service-kit/field-changes';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { RecentLoginCheck } from 'service-kit/recent-login';
import type { Affiliate } from '../projections/affiliates.repository.ts';
import { changedModel } from './changed-model.ts';
import { blankModel } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelWriter } from './model-writer.ts';
import { refuseRedirection, requireEdition, requireOwnPictures, requirePaymentHost } from './save-checks.ts';

interface Dependencies {
  writer: ModelWriter;
  paymentHosts: PaymentHosts;
  now: () => number;
}

/** @param ownerId the acting affiliate, or null for the administrator, to whom all are open */
const requireOwner = (model: ModelRecord, ownerId: string | null): void => {
  if (ownerId !== null && model.affiliateId !== ownerId) throw new AppError('FORBIDDEN');
};

/** What a new model takes from its affiliate where the form leaves it empty (section 6). */
const inherited = (model: NewModel, affiliate: Affiliate): NewModel => ({
  ...model,
  telegram_link: model.telegram_link || affiliate.telegramLink,
  email_from_name: model.email_from_name || affiliate.emailFromName,
  email_from_email: model.email_from_email || affiliate.emailFromEmail,
  adexico_base_url: affiliate.adexicoBaseUrl,
  adexico_source_id: affiliate.adexicoSourceId,
});

/** People's changes of models. */
export const createModelService = ({ writer, paymentHosts, now }: Dependencies) => ({
  /** A model of the house. @throws AppError REAUTHENTICATION_REQUIRED, SLUG_TAKEN, PAYMENT_HOST_REFUSED, VALIDATION_FAILED */
  create: (model: NewModel, requireRecentLoginFor: RecentLoginCheck) => {
    requirePaymentHost(model, paymentHosts);
    const blank = blankModel(null, now());
    const record = changedModel(blank, model, now());
    requireRecentLoginFor(fieldChanges(MODEL_FIELDS, blank, record));
    return writer.insert(record, requireOwnPictures);
  },
  /**
   * A model of an affiliate.
   * @param sent the body as it came
   * @throws AppError SLUG_TAKEN, FIELD_FORBIDDEN, VALIDATION_FAILED
   */
  createFor: (affiliate: Affiliate, model: NewModel, sent: unknown) => {
    const record = changedModel(blankModel(affiliate.id, now()), inherited(model, affiliate), now());
    refuseRedirection(sent, record);
    return writer.insert(record, requireOwnPictures);
  },
  /**
   * Changes any model, by the administrator.
   * @throws AppError MODEL_NOT_FOUND, REAUTHENTICATION_REQUIRED, SLUG_TAKEN, EDIT_CONFLICT, PAYMENT_HOST_REFUSED, VALIDATION_FAILED
   */
  change: (
    id: string,
    change: ModelChange,
    { ifMatch, requireRecentLoginFor }: { ifMatch: string | undefined; requireRecentLoginFor: RecentLoginCheck },
  ) =>
    writer.update(
      id,
      (before) => {
        // One that was inherited when it was allowed stays: where people are sent to is judged once more by billing.
        if (change.adexico_base_url !== before.adexico_base_url) requirePaymentHost(change, paymentHosts);
        const after = changedModel(before, change, now());
        requireEdition(before, after, ifMatch);
        requireRecentLoginFor(fieldChanges(MODEL_FIELDS, before, after));
        return after;
      },
      requireOwnPictures,
    ),
  /**
   * Changes a model of an affiliate.
   * @param sent the body as it came
   * @throws AppError as `change`, and FORBIDDEN, FIELD_FORBIDDEN
   */
  changeFor: (
    affiliate: Affiliate,
    id: string,
    change: ModelChange,
    { sent, ifMatch }: { sent: unknown; ifMatch: string | undefined },
  ) =>
    writer.update(
      id,
      (before) => {
        requireOwner(before, affiliate.id);
        refuseRedirection(sent, before);
        const after = changedModel(before, change, now());
        requireEdition(before, after, ifMatch);
        return after;
      },
      requireOwnPictures,
    ),
  /** @throws AppError MODEL_NOT_FOUND, FORBIDDEN */
  resetLiveOverride: (id: string, ownerId: string | null) =>
    writer.update(id, (before) => {
      requireOwner(before, ownerId);
      return changedModel(before, { manual_live_override: null }, now());
    }),
  /** @throws AppError MODEL_NOT_FOUND, FORBIDDEN */
  remove: (id: string, ownerId: string | null) => writer.remove(id, now(), (before) => requireOwner(before, ownerId)),
});
export type ModelService = ReturnType<typeof createModelService>;
