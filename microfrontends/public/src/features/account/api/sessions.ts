import type { DeviceCalls } from 'account/devices';
import { endSubscriberSession, endSubscriberSessions, listSubscriberSessions } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

/** Calls on the subscriber's own sessions. */
export const deviceCalls: DeviceCalls = {
  list: (signal) => call(listSubscriberSessions, { session, signal }),
  end: (id) => call(endSubscriberSession, { params: { id }, session }),
  endAll: () => call(endSubscriberSessions, { session }),
};
