import { confirmEmail as operation } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Confirms a new address; this browser's session, if any, shows it from then on. */
export const useConfirmEmail = (token: string) =>
  useMutation({
    mutationFn: async () => {
      await call(operation, { body: { token } });
      const currentToken = subscriberSession.token();
      // If this renewal fails, the next one updates the address; a session that has ended is cleared.
      if (currentToken !== null) await subscriberSession.renew(currentToken).catch(() => null);
    },
  });
