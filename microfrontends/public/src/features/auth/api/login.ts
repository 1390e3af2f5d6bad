import { login } from 'contracts/operations/auth';
import type { Credentials } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { useMutation } from 'web-kit/query';
import { openSession } from './open-session.ts';

/** Logs in and opens the session. */
export const useLogin = () =>
  useMutation({ mutationFn: (body: Credentials) => openSession(() => call(login, { body })) });
