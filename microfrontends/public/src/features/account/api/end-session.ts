import { endSubscriberSession } from 'contracts/operations/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const endSession = (id: string) => call(endSubscriberSession, { params: { id }, session });
