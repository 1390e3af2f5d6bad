import type { DeviceCalls } from 'account/devices';
import {
  changeAffiliatePassword,
  endAdministratorSession,
  endAdministratorSessions,
  endAffiliateSession,
  endAffiliateSessions,
  listAdministratorSessions,
  listAffiliateSessions,
} from 'contracts/operations/sessions';
import {
  addAdministratorFactor,
  addAffiliateFactor,
  beginAdministratorEnrolment,
  beginAffiliateEnrolment,
  getAdministratorSecondFactor,
  getAffiliateSecondFactor,
  removeAdministratorFactor,
  removeAffiliateFactor,
  renewAdministratorRecoveryCodes,
  renewAffiliateRecoveryCodes,
} from 'contracts/operations/second-factor';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import type { PanelSession } from 'web-kit/session';
import type { PanelOwner } from '../panel-owner.ts';
import type { FactorCalls } from '../second-factor/use-factors.ts';

const administratorCalls = (session: PanelSession): DeviceCalls => ({
  list: (signal) => call(listAdministratorSessions, { session, signal }),
  end: (id) => call(endAdministratorSession, { params: { id }, session }),
  endAll: () => call(endAdministratorSessions, { session }),
});
const affiliateCalls = (session: PanelSession, slug: string): DeviceCalls => ({
  list: (signal) => call(listAffiliateSessions, { params: { slug }, session, signal }),
  end: (id) => call(endAffiliateSession, { params: { slug, id }, session }),
  endAll: () => call(endAffiliateSessions, { params: { slug }, session }),
});

export const deviceCallsOf = ({ session, slug }: PanelOwner): DeviceCalls =>
  slug === null ? administratorCalls(session) : affiliateCalls(session, slug);
export const changePasswordOf =
  (session: PanelSession, slug: string) =>
  (body: PasswordChange): Promise<unknown> =>
    call(changeAffiliatePassword, { params: { slug }, body, session });

const administratorFactorCalls = (session: PanelSession): FactorCalls => ({
  view: (signal) => call(getAdministratorSecondFactor, { session, signal }),
  begin: () => call(beginAdministratorEnrolment, { session }),
  add: (body) => call(addAdministratorFactor, { body, session }),
  remove: (id) => call(removeAdministratorFactor, { params: { id }, session }),
  renewCodes: () => call(renewAdministratorRecoveryCodes, { session }),
});
const affiliateFactorCalls = (session: PanelSession, slug: string): FactorCalls => ({
  view: (signal) => call(getAffiliateSecondFactor, { params: { slug }, session, signal }),
  begin: () => call(beginAffiliateEnrolment, { params: { slug }, session }),
  add: (body) => call(addAffiliateFactor, { params: { slug }, body, session }),
  remove: (id) => call(removeAffiliateFactor, { params: { slug, id }, session }),
  renewCodes: () => call(renewAffiliateRecoveryCodes, { params: { slug }, session }),
});

export const factorCallsOf = ({ session, slug }: PanelOwner): FactorCalls =>
  slug === null ? administratorFactorCalls(session) : affiliateFactorCalls(session, slug);
