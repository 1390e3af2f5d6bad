import { reconcilePostback, replayPostback } from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** Gives an unmatched postback to the subscriber with the address. */
export const reconcile = (id: string, email: string) =>
  call(reconcilePostback, { params: { id }, body: { email }, session });

/** Matches an unmatched postback again. */
export const replay = (id: string) => call(replayPostback, { params: { id }, session });
