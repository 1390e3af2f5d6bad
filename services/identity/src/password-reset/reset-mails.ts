import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import { resetLetter } from '../mails/letters.ts';
import type { Mailing } from '../mails/mailing.ts';
import type { SubscriberRepository } from '../subscribers/subscriber.repository.ts';
import type { ResetRepository, ResetRequest } from './reset.repository.ts';
import { newResetToken } from './reset.service.ts';

/** Poll interval when no commit wakes the worker. */
const POLL_INTERVAL_MS = 1_000;
/** Seconds before each further attempt to send; the last repeats. */
const RETRY_SECONDS = [5, 15, 60, 300];
/** After this long nobody waits for the link any more. */
const GIVE_UP_HOURS = 24;

interface ResetMailDeps {
  postgres: Postgres;
  resets: ResetRepository;
  subscribers: SubscriberRepository;
  mailing: Mailing;
  logger: Logger;
}

/**
 * Answers the requests for a reset link, one after the other: looks the person up, makes the token and sends the mail.
 * Replicas share the requests; while the mail server is down they wait.
 */
export const createResetMails = ({ postgres, resets, subscribers, mailing, logger }: ResetMailDeps) => {
  const answer = async ({ email, token: made }: ResetRequest) => {
    const person = await subscribers.addresseeByEmail(email);
    if (!person) return;
    const token = made ?? newResetToken();
    if (made === null) await postgres.transaction((client) => resets.saveToken(client, person.id, token));
    await mailing.write(person, (site) => resetLetter(site, person.firstName, token));
  };
  const handle = async (request: ResetRequest) => {
    try {
      await answer(request);
    } catch (error) {
      const isStale = Date.now() - request.createdAt.getTime() > GIVE_UP_HOURS * 3_600_000;
      logger.warn({ err: error, attempts: request.attempts }, isStale ? 'a reset link is given up' : 'a reset link could not be sent, trying again');
      if (!isStale) return resets.postpone(request.id, RETRY_SECONDS[Math.min(request.attempts, RETRY_SECONDS.length) - 1] ?? 1);
    }
    await resets.finish(request.id);
  };
  /** Handles every request that is due. */
  const handleDue = async (): Promise<void> => {
    for (let request = await resets.take(); request; request = await resets.take()) await handle(request);
  };

  return { handleDue, ...createWorker({ name: 'reset mails', intervalMs: POLL_INTERVAL_MS, work: handleDue, wakeOn: postgres.onCommit, logger }) };
};
