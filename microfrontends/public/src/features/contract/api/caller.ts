import { ApiError } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { subscriberSession } from 'web-kit/session';

/** Sends a request that needs no login with the session, and without it where it has ended elsewhere. */
export const withSession = async <Response>(send: (session?: Caller) => Promise<Response>): Promise<Response> => {
  if (!subscriberSession.state()) return send();
  try {
    return await send(subscriberSession);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SESSION_EXPIRED') return send();
    throw error;
  }
};
