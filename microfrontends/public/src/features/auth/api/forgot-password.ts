import { forgotPassword } from 'contracts/operations/auth';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';

/** Asks for a reset link; `resetUrl` is in the answer only in development. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: { email: string }) => call(forgotPassword, { body }) });
