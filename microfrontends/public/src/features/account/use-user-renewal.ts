import { useEffect } from 'react';
import { subscriberSession } from 'web-kit/session';

/** Reads the person of the session anew where a page begins: a new address may have been confirmed in another browser. */
export const useUserRenewal = (): void =>
  useEffect(() => {
    const currentToken = subscriberSession.token();
    // Without a response the page shows what this browser knows; without cookies a renewal would end the session.
    if (currentToken !== null && navigator.cookieEnabled) void subscriberSession.renew(currentToken).catch(() => null);
  }, []);
