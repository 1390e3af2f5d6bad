import { unsubscribeFromMails } from 'contracts/operations/notifications';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';

/** Ends the mails whose link contains the token; no login is needed. */
export const useUnsubscribe = (token: string) =>
  useMutation({ mutationFn: () => call(unsubscribeFromMails, { body: { token } }) });
