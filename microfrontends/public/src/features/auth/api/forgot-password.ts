import { forgotPassword } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';

/** Requests a reset link; the response contains `resetUrl` only in development. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: { email: string }) => call(forgotPassword, { body }) });
