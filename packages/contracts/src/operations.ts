import * as affiliates from './operations/affiliates.ts';
import * as auth from './operations/auth.ts';
import {
  checkPayment,
  getSubscription,
  comparePostbackReport,
  listPostbackCandidates,
  listPostbacks,
  listUnmatchedPostbacks,
  receivePostback,
  receiveWebhook,
  reconcilePostback,
  replayPostback,
} from './operations/billing.ts';
import * as contract from './operations/contract.ts';
import * as marks from './operations/marks.ts';
import * as models from './operations/models.ts';
import * as notifications from './operations/notifications.ts';
import { changeAdConsent, readAdConsent } from './operations/ad-consent.ts';
import * as outgoing from './operations/outgoing.ts';
import * as overview from './operations/overview.ts';
import * as personalData from './operations/personal-data.ts';
import { listPayments } from './operations/payments.ts';
import * as payouts from './operations/payouts.ts';
import { requestReminder, stopReminder } from './operations/reminders.ts';
import * as secondFactor from './operations/second-factor.ts';
import * as sessions from './operations/sessions.ts';
import { getSubscriberAccount, getSubscriberBilling, listSubscribers } from './operations/subscribers.ts';
import * as uploads from './operations/uploads.ts';
import * as visits from './operations/visits.ts';

/** Every call of the platform by its id. */
export const operations = {
  ...auth,
  ...sessions,
  ...secondFactor,
  ...affiliates,
  ...overview,
  ...payouts,
  ...outgoing,
  ...models,
  ...marks,
  ...notifications,
  ...uploads,
  ...contract,
  ...personalData,
  ...visits,
  checkPayment,
  getSubscription,
  readAdConsent,
  changeAdConsent,
  requestReminder,
  stopReminder,
  listPayments,
  listSubscribers,
  getSubscriberBilling,
  getSubscriberAccount,
  receivePostback,
  receiveWebhook,
  comparePostbackReport,
  listPostbackCandidates,
  listPostbacks,
  listUnmatchedPostbacks,
  reconcilePostback,
  replayPostback,
};
export type OperationId = keyof typeof operations;
