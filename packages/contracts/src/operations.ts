import type { Operation } from './operation.ts';
import * as adConsent from './operations/ad-consent.ts';
import * as affiliates from './operations/affiliates.ts';
import * as auth from './operations/auth.ts';
import * as billing from './operations/billing.ts';
import * as contract from './operations/contract.ts';
import * as marks from './operations/marks.ts';
import * as models from './operations/models.ts';
import * as notifications from './operations/notifications.ts';
import * as outgoing from './operations/outgoing.ts';
import * as overview from './operations/overview.ts';
import * as payments from './operations/payments.ts';
import * as payouts from './operations/payouts.ts';
import * as personalData from './operations/personal-data.ts';
import * as postbackReport from './operations/postback-report.ts';
import * as postbacks from './operations/postbacks.ts';
import * as reminders from './operations/reminders.ts';
import * as secondFactor from './operations/second-factor.ts';
import * as sessions from './operations/sessions.ts';
import * as subscribers from './operations/subscribers.ts';
import * as uploads from './operations/uploads.ts';
import * as visits from './operations/visits.ts';

type Declared = Pick<Operation, 'id' | 'service' | 'method' | 'path'>;
type OperationsOf<Module> = { [Name in keyof Module as Module[Name] extends Declared ? Name : never]: Module[Name] };

/** Returns the operations among the exports of a module. */
const operationsOf = <Module extends Readonly<Record<string, unknown>>>(module: Module) =>
  Object.fromEntries(
    Object.entries<unknown>(module).filter(
      ([, value]) => value instanceof Object && 'method' in value && 'path' in value,
    ),
  ) as OperationsOf<Module>;

/** Every call of the platform, by id. */
export const operations = {
  ...operationsOf(auth),
  ...operationsOf(sessions),
  ...operationsOf(secondFactor),
  ...operationsOf(affiliates),
  ...operationsOf(overview),
  ...operationsOf(payouts),
  ...operationsOf(outgoing),
  ...operationsOf(models),
  ...operationsOf(marks),
  ...operationsOf(notifications),
  ...operationsOf(uploads),
  ...operationsOf(contract),
  ...operationsOf(personalData),
  ...operationsOf(visits),
  ...operationsOf(billing),
  ...operationsOf(postbacks),
  ...operationsOf(postbackReport),
  ...operationsOf(payments),
  ...operationsOf(adConsent),
  ...operationsOf(reminders),
  ...operationsOf(subscribers),
};
export type OperationId = keyof typeof operations;
