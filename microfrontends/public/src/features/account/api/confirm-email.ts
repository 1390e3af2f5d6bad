import { confirmEmail as operation } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Confirms a new address; the session of this browser, where there is one, shows it from then on. */
export const useConfirmEmail = (token: string) =>
  useMutation({
    mutationFn: async () => {
      await call(operation, { body: { token } });
      const currentToken = subscriberSession.token();
      // A failure is made up for by the next renewal; a session that has ended is cleared.
      if (currentToken !== null) await subscriberSession.renew(currentToken).catch(() => null);
    },
  });
