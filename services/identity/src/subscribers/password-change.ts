import type { PasswordChange } from 'contracts/sessions';
import type { KnownViewer } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword, passwordMatches } from 'service-kit/passwords';
import type { Postgres } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { AfterPasswordChange } from './after-password-change.ts';
import { personalFacts } from './personal-facts.ts';
import type { SubscriberRepository } from './subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  afterPasswordChange: AfterPasswordChange;
  throttle: Throttle;
  siteTitle: string;
}

/** Account with its former and its new hash. */
export interface ChangedPassword {
  account: string;
  formerHash: string;
  passwordHash: string;
}

export const createPasswordChange =
  ({ postgres, subscribers, afterPasswordChange, throttle, siteTitle }: Dependencies) =>
  /**
   * Sets a new password, ends the subscriber's other sessions and queues a mail about it. Returns the facts of the change for the
   * device cookie.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, TOO_MANY_ATTEMPTS
   */
  async (
    { id, sessionId }: KnownViewer,
    { currentPassword, newPassword }: PasswordChange,
  ): Promise<ChangedPassword> => {
    await throttle.take({ passwordChange: id });
    const subscriber = await subscribers.withPassword(id);
    if (!subscriber || !(await passwordMatches(currentPassword, subscriber.passwordHash)))
      throw new AppError('WRONG_PASSWORD');
    requireStrongPassword(newPassword, personalFacts(subscriber, siteTitle));
    const passwordHash = await hashPassword(newPassword);
    await postgres.transaction(async (client) => {
      if (!(await subscribers.replacePassword(client, id, subscriber.passwordHash, passwordHash)))
        throw new AppError('WRONG_PASSWORD');
      await afterPasswordChange(client, id, { except: sessionId });
    });
    return { account: subscriber.email, formerHash: subscriber.passwordHash, passwordHash };
  };
export type PasswordChanger = ReturnType<typeof createPasswordChange>;
