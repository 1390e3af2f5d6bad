import { AppError } from 'service-kit/errors';
import type { KnownViewer } from 'service-kit/auth';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { passwordMatches } from 'service-kit/passwords';
import { afterCommit } from 'service-kit/postgres';
import type { Postgres } from 'service-kit/postgres';
import type { SecurityEvents } from 'service-kit/security-events';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import type { SubscriberRepository } from './subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  sessions: Sessions;
  throttle: Throttle;
  security: SecurityEvents;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

export const createAccountDeletion =
  ({ postgres, subscribers, sessions, throttle, security, clock }: Dependencies) =>
  /**
   * Erases a subscriber, ends every session, and emits the event with which other services erase their data
   * (docs/domain.md#personal-data). A last mail confirms the erasure; the address is deleted with that mail.
   * @throws AppError WRONG_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async ({ id, sessionId }: KnownViewer, password: string): Promise<void> => {
    await throttle.take({ accountDeletion: id });
    const subscriber = await subscribers.withPassword(id);
    if (!subscriber || !(await passwordMatches(password, subscriber.passwordHash)))
      throw new AppError('WRONG_PASSWORD');
    await postgres.transaction(async (client) => {
      const revision = await subscribers.remove(client, id);
      // A concurrent request has erased the subscriber.
      if (revision === null) return;
      await sessions.endAll(client, id);
      await saveEvents(client, createEvent('subscriber.erased', { id }, revision + 1));
      await enqueueMail(client, {
        kind: 'account-deleted',
        email: subscriber.email,
        data: { deletedAt: new Date(clock()).toISOString() },
      });
      afterCommit(client, () => security.record('account.deleted', { role: 'subscriber', subjectId: id, sessionId }));
    });
  };
export type AccountDeletion = ReturnType<typeof createAccountDeletion>;
