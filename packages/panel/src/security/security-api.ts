import type { DeviceCalls } from 'account/devices';
import {
  changeAffiliatePassword, endAdministratorSession, endAdministratorSessions, endAffiliateSession, endAffiliateSessions, listAdministratorSessions, listAffiliateSessions,
} from 'contracts/operations/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import type { PanelSession } from 'web-kit/session';
import type { PanelOwner } from '../panel-owner.ts';

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

export const deviceCallsOf = ({ session, slug }: PanelOwner): DeviceCalls => (slug === null ? administratorCalls(session) : affiliateCalls(session, slug));
export const changePasswordOf =
  (session: PanelSession, slug: string) =>
  (body: PasswordChange): Promise<unknown> =>
    call(changeAffiliatePassword, { params: { slug }, body, session });
