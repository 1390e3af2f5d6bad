import type { PasswordChange } from 'contracts/sessions';
import type { KnownViewer } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { passwordMatches } from 'service-kit/passwords';
import type { Throttle } from 'service-kit/throttle';
import type { AffiliateRepository } from './affiliate.repository.ts';
import type { AffiliateService } from './affiliate.service.ts';

interface Dependencies {
  affiliateService: AffiliateService;
  affiliates: AffiliateRepository;
  throttle: Throttle;
}

export const createPasswordChange =
  ({ affiliateService, affiliates, throttle }: Dependencies) =>
  /**
   * Sets the affiliate's own new password and ends its other sessions. Identity sends the mail about it when it consumes the event.
   * Returns the former and the new hash, for the device cookie.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_COMMON, AFFILIATE_SUSPENDED, TOO_MANY_ATTEMPTS
   */
  async (
    { id, sessionId }: KnownViewer,
    { currentPassword, newPassword }: PasswordChange,
  ): Promise<{ formerHash: string; passwordHash: string }> => {
    await throttle.take({ passwordChange: id });
    const current = await affiliates.passwordHashOf(id);
    if (!(await passwordMatches(currentPassword, current)) || current === null) throw new AppError('WRONG_PASSWORD');
    return {
      formerHash: current,
      passwordHash: await affiliateService.changeOwnPassword({ id, sessionId, current, newPassword }),
    };
  };
export type PasswordChanger = ReturnType<typeof createPasswordChange>;
