import { resetPassword } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Sets a new password. The server ends every session; this clears the session of this browser. */
export const useResetPassword = (token: string) =>
  useMutation({
    mutationFn: (newPassword: string) => call(resetPassword, { body: { token, newPassword } }),
    onSuccess: subscriberSession.clear,
  });
