import type { EmailChange } from 'contracts/subscribers';
import type { KnownViewer } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { passwordMatches } from 'service-kit/passwords';
import { afterCommit } from 'service-kit/postgres';
import type { Postgres } from 'service-kit/postgres';
import type { SecurityEvents } from 'service-kit/security-events';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import type { ResetRepository } from '../password-reset/reset.repository.ts';
import { eventDataOf } from '../subscribers/subscriber-facts.ts';
import type { SubscriberRepository } from '../subscribers/subscriber.repository.ts';
import type { EmailChangeRepository } from './email-change.repository.ts';

interface Dependencies {
  postgres: Postgres;
  changes: EmailChangeRepository;
  subscribers: SubscriberRepository;
  resets: ResetRepository;
  sessions: Sessions;
  throttle: Throttle;
  security: SecurityEvents;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

/** Changes a subscriber's address once the new one is confirmed (docs/domain.md#address-of-a-subscriber). */
export const createEmailChangeService = ({
  postgres,
  changes,
  subscribers,
  resets,
  sessions,
  throttle,
  security,
  clock,
}: Dependencies) => ({
  /**
   * Queues a link to the new address and a notice to the current one. If another subscriber has the new address, the work is the
   * same, so that neither response nor timing reveals it.
   * @throws AppError WRONG_PASSWORD, EMAIL_UNCHANGED, TOO_MANY_ATTEMPTS
   */
  request: async (
    { id, sessionId }: KnownViewer,
    { newEmail, currentPassword }: EmailChange,
    address: string,
  ): Promise<void> => {
    const attempt = { emailChangeAccount: id, emailChangeAddress: address };
    await throttle.take(attempt);
    const subscriber = await subscribers.withPassword(id);
    if (!subscriber || !(await passwordMatches(currentPassword, subscriber.passwordHash)))
      throw new AppError('WRONG_PASSWORD');
    if (newEmail.toLowerCase() === subscriber.email.toLowerCase()) {
      // No mail was sent, so only a wrong password counts as an attempt.
      await throttle.giveBack(attempt);
      throw new AppError('EMAIL_UNCHANGED');
    }
    await throttle.take({ emailChangeTarget: newEmail });
    await postgres.transaction(async (client) => {
      if (!(await subscribers.lockIfPasswordIs(client, subscriber))) throw new AppError('WRONG_PASSWORD');
      await changes.save(client, { subscriberId: id, newEmail, sessionId });
      await enqueueMail(client, { kind: 'email-confirmation', subscriberId: id, data: {} });
      await enqueueMail(client, {
        kind: 'email-change-requested',
        subscriberId: id,
        data: { requestedAt: new Date(clock()).toISOString() },
      });
    });
  },
  /**
   * Sets the confirmed address, ends all other sessions and all reset links, emits the change, and notifies the former address.
   * @throws AppError EMAIL_LINK_INVALID, TOO_MANY_ATTEMPTS
   */
  confirm: async (token: string, address: string): Promise<void> => {
    await throttle.take({ emailConfirmationAddress: address });
    await postgres.transaction(async (client) => {
      const change = await changes.use(client, token);
      const changed = change && (await subscribers.changeEmail(client, change.subscriberId, change.newEmail));
      if (!changed) throw new AppError('EMAIL_LINK_INVALID');
      const { subscriberId, sessionId, formerEmail } = change;
      await resets.discard(client, subscriberId);
      await sessions.endAll(client, subscriberId, { except: sessionId });
      await saveEvents(client, createEvent('subscriber.updated', eventDataOf(changed), changed.revision));
      await enqueueMail(client, {
        kind: 'email-changed',
        email: formerEmail,
        data: { changedAt: new Date(clock()).toISOString() },
      });
      afterCommit(client, () => security.record('email.changed', { role: 'subscriber', subjectId: subscriberId }));
    });
    await throttle.giveBack({ emailConfirmationAddress: address });
  },
});
export type EmailChangeService = ReturnType<typeof createEmailChangeService>;
