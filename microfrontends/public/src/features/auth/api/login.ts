import { login } from 'contracts/operations/auth';
import type { Credentials } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Logs in; then the session is open. */
export const useLogin = () =>
  useMutation({ mutationFn: (body: Credentials) => call(login, { body }), onSuccess: subscriberSession.open });
