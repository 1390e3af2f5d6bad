import type { Request } from 'express';
import type { TokenRole } from 'contracts/roles';
import { clientAddress } from './client-address.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { AppError } from './errors.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { SecurityEvents } from './security-events.ts';

interface LoginGuardOptions {
  role: TokenRole;
  throttle: LoginThrottle;
  devices: DeviceCookies;
  security: SecurityEvents;
}

/** Wraps the check of a password or a second factor: limits attempts, and reports failures. */
export const createLoginGuard =
  ({ role, throttle, devices, security }: LoginGuardOptions) =>
  /**
   * Runs `authenticate` unless too many attempts have failed.
   * @param account as typed
   * @param isComplete whether the result opens the account; otherwise a further step follows, and earlier failures still count
   * @throws AppError TOO_MANY_ATTEMPTS, and errors of `authenticate`; a denial counts as a failure, an outage does not
   */
  async <Result>(
    request: Request,
    account: string,
    authenticate: () => Promise<Result>,
    isComplete: (result: Result) => boolean = () => true,
  ): Promise<Result> => {
    const knownDevice = await devices.knownDevice(request, account);
    const attempt = { account, address: clientAddress(request), knownDevice };
    try {
      await throttle.take(attempt);
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') security.record('login.throttled', { role });
      throw error;
    }
    let result: Result;
    try {
      result = await authenticate();
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        security.record('login.failed', { role, reason: error.code });
      else await throttle.withdraw(attempt);
      throw error;
    }
    await (isComplete(result) ? throttle.succeed(attempt) : throttle.pass(attempt));
    return result;
  };
export type LoginGuard = ReturnType<typeof createLoginGuard>;
