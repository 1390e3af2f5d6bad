import { afterCommit } from 'service-kit/postgres';
import type { Queryable } from 'service-kit/postgres';
import type { SecurityEvents } from 'service-kit/security-events';
import type { Sessions } from 'service-kit/sessions';
import type { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import type { ResetRepository } from '../password-reset/reset.repository.ts';

interface Dependencies {
  resets: Pick<ResetRepository, 'discard'>;
  emailChanges: Pick<EmailChangeRepository, 'discard'>;
  sessions: Sessions;
  security: SecurityEvents;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

interface Change {
  /** Session that remains. */
  except?: string;
  reason?: 'reset';
}

export const createAfterPasswordChange =
  ({ resets, emailChanges, sessions, security, clock }: Dependencies) =>
  /** Ends what a thief of the former password may have opened (sessions, reset links, a change of address), and queues a mail. */
  async (client: Queryable, id: string, { except, reason }: Change): Promise<void> => {
    await resets.discard(client, id);
    await emailChanges.discard(client, id);
    await sessions.endAll(client, id, { except: except ?? null });
    await enqueueMail(client, {
      kind: 'password-changed',
      subscriberId: id,
      data: { changedAt: new Date(clock()).toISOString() },
    });
    afterCommit(client, () =>
      security.record('password.changed', {
        role: 'subscriber',
        subjectId: id,
        ...(except !== undefined && { sessionId: except }),
        ...(reason && { reason }),
      }),
    );
  };
export type AfterPasswordChange = ReturnType<typeof createAfterPasswordChange>;
