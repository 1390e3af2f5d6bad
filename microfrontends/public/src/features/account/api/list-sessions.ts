import { listSubscriberSessions } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const listSessions = (signal: AbortSignal) => call(listSubscriberSessions, { session, signal });
