import { TEXTS } from 'contracts/texts';
import { ApiError, failureText } from 'web-kit/api';

/**
 * Returns why a password was not accepted: the server's sentence; without one, such as in a proxy's page, a wrong password for a
 * 401 alone.
 */
export const passwordFailureText = (failure: unknown): string =>
  failureText(failure, {
    rejected: failure instanceof ApiError && failure.status === 401 ? TEXTS.wrongPassword : TEXTS.connectionFailed,
    outage: TEXTS.connectionFailed,
  });
