import { resetPassword, verifyResetToken } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation, useQuery } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Whether a reset link still holds; asked once, when its page is opened. */
export const useResetToken = (token: string) =>
  useQuery({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => call(verifyResetToken, { params: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Sets a new password. The server ends every session, this browser forgets its own. */
export const useResetPassword = (token: string) =>
  useMutation({
    mutationFn: (newPassword: string) => call(resetPassword, { body: { token, newPassword } }),
    onSuccess: subscriberSession.clear,
  });
