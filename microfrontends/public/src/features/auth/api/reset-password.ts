import { resetPassword, verifyResetToken } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation, useQuery } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Whether a reset link is still valid; requested once per page view. */
export const useResetToken = (token: string) =>
  useQuery({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => call(verifyResetToken, { params: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Sets a new password. The server ends every session; this clears the session of this browser. */
export const useResetPassword = (token: string) =>
  useMutation({
    mutationFn: (newPassword: string) => call(resetPassword, { body: { token, newPassword } }),
    onSuccess: subscriberSession.clear,
  });
