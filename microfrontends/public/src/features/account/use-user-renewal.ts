import { useEffect } from 'react';
import { subscriberSession } from 'web-kit/session';

/** Reads the session's user again when a page opens: a new address may have been confirmed in another browser. */
export const useUserRenewal = (): void =>
  useEffect(() => {
    const currentToken = subscriberSession.token();
    // Without a response the page shows the stored user; without cookies a renewal would end the session.
    if (currentToken !== null && navigator.cookieEnabled) void subscriberSession.renew(currentToken).catch(() => null);
  }, []);
