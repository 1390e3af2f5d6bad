import { verifyResetToken } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';

/** Whether a reset link is still valid; requested once per page view. */
export const useResetToken = (token: string) =>
  useQuery({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => call(verifyResetToken, { params: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
