import { subscriberSession } from 'web-kit/session';

/** The session, where there is one: these calls need none. */
export const caller = () => (subscriberSession.state() ? { session: subscriberSession } : {});
