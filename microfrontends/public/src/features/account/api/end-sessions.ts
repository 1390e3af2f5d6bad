import { endSubscriberSessions } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const endSessions = () => call(endSubscriberSessions, { session });
