import type { PasswordChange } from 'contracts/sessions';
import type { KnownViewer } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword, passwordMatches } from 'service-kit/passwords';
import { afterCommit } from 'service-kit/postgres';
import type { Postgres } from 'service-kit/postgres';
import type { SecurityEvents } from 'service-kit/security-events';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import type { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import { personalFacts } from './personal-facts.ts';
import type { SubscriberRepository } from './subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  emailChanges: Pick<EmailChangeRepository, 'discard'>;
  sessions: Sessions;
  throttle: Throttle;
  security: SecurityEvents;
  siteTitle: string;
  /** Returns milliseconds. */
  clock: () => number;
}

export const createPasswordChange =
  ({ postgres, subscribers, emailChanges, sessions, throttle, security, siteTitle, clock }: Dependencies) =>
  /**
   * Sets a new password, ends the subscriber's other sessions and queues a mail about it.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, TOO_MANY_ATTEMPTS
   */
  async ({ id, sessionId }: KnownViewer, { currentPassword, newPassword }: PasswordChange): Promise<void> => {
    await throttle.take({ passwordChange: id });
    const subscriber = await subscribers.withPassword(id);
    if (!subscriber || !(await passwordMatches(currentPassword, subscriber.passwordHash)))
      throw new AppError('WRONG_PASSWORD');
    requireStrongPassword(newPassword, personalFacts(subscriber, siteTitle));
    const passwordHash = await hashPassword(newPassword);
    await postgres.transaction(async (client) => {
      if (!(await subscribers.replacePassword(client, id, subscriber.passwordHash, passwordHash)))
        throw new AppError('WRONG_PASSWORD');
      await emailChanges.discard(client, id);
      await sessions.endAll(client, id, { except: sessionId });
      await enqueueMail(client, {
        kind: 'password-changed',
        subscriberId: id,
        data: { changedAt: new Date(clock()).toISOString() },
      });
      afterCommit(client, () => security.record('password.changed', { role: 'subscriber', subjectId: id, sessionId }));
    });
  };
export type PasswordChanger = ReturnType<typeof createPasswordChange>;
