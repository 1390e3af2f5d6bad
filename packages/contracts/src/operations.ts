import * as affiliates from './operations/affiliates.ts';
import * as auth from './operations/auth.ts';
import {
  checkPayment,
  getSubscription,
  listUnmatchedPostbacks,
  receivePostback,
  reconcilePostback,
} from './operations/billing.ts';
import * as models from './operations/models.ts';
import * as overview from './operations/overview.ts';
import * as secondFactor from './operations/second-factor.ts';
import * as sessions from './operations/sessions.ts';
import * as uploads from './operations/uploads.ts';

/** Every call of the platform by its id. */
export const operations = {
  ...auth,
  ...sessions,
  ...secondFactor,
  ...affiliates,
  ...overview,
  ...models,
  ...uploads,
  checkPayment,
  getSubscription,
  receivePostback,
  listUnmatchedPostbacks,
  reconcilePostback,
};
export type OperationId = keyof typeof operations;
