import { subscriberSession } from 'web-kit/session';

/** Passes the session to calls that accept one without requiring it. */
export const caller = () => (subscriberSession.state() ? { session: subscriberSession } : {});
