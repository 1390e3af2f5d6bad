import type { DeviceCalls } from 'account/devices';
import {
  changePassword as changePasswordCall,
  endSubscriberSession,
  endSubscriberSessions,
  listSubscriberSessions,
} from 'contracts/operations/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const deviceCalls: DeviceCalls = {
  list: (signal) => call(listSubscriberSessions, { session, signal }),
  end: (id) => call(endSubscriberSession, { params: { id }, session }),
  endAll: () => call(endSubscriberSessions, { session }),
};
export const changePassword = (body: PasswordChange) => call(changePasswordCall, { body, session });
