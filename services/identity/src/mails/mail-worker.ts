import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { QueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { MailComposer } from './mail-composer.ts';
import type { MailMetrics, MailOutcome } from './mail-metrics.ts';
import type { MailQueue, QueuedMail } from './mail-queue.repository.ts';
import { RecipientRejectedError } from './smtp-transport.ts';
import type { SmtpTransport } from './smtp-transport.ts';

const POLL_INTERVAL_MS = 1_000;
/** Time for which ends of sends are gathered before the next lease: it costs as much as a mail. */
const GATHER_MS = 20;
/** Number of mails that one replica sends concurrently. */
const CONCURRENCY = 4;
/** Delay before each further attempt; the last one repeats. */
const RETRY_SECONDS = [5, 15, 60, 300];
/** Time for running sends to finish when the process stops. */
const STOP_GRACE_MS = 5_000;

interface Dependencies {
  queue: MailQueue;
  composer: MailComposer;
  transport: Pick<SmtpTransport, 'send'>;
  wakeOn: ReturnType<Postgres['commitsTo']>;
  logger: Logger;
  metrics?: MailMetrics;
}

const outcomeOf = (error: unknown, { isExpired }: QueuedMail): MailOutcome =>
  error instanceof RecipientRejectedError ? 'rejected' : isExpired ? 'expired' : 'postponed';

/** Sends the queued mails; those that a stop interrupts are sent again later. */
export const createMailWorker = ({
  queue,
  composer,
  transport,
  wakeOn,
  logger,
  metrics,
}: Dependencies): QueueWorker => {
  const send = async (mail: QueuedMail, signal: AbortSignal): Promise<MailOutcome> => {
    try {
      const message = await composer.compose(mail);
      if (!message) return 'unaddressed';
      await transport.send(message, signal);
      return 'sent';
    } catch (error) {
      const outcome = outcomeOf(error, mail);
      const { id: mailId, kind, attempts } = mail;
      logger.warn(
        { err: error, mailId, kind, attempts },
        outcome === 'postponed' ? 'mail postponed' : 'mail abandoned',
      );
      return outcome;
    }
  };
  const attempt = async (mail: QueuedMail, signal: AbortSignal): Promise<void> => {
    const outcome = await send(mail, signal);
    metrics?.countAttempt(mail.kind, outcome);
    if (outcome === 'sent') await queue.complete(mail);
    else if (outcome === 'postponed') await queue.postpone(mail, retryDelay(RETRY_SECONDS, mail.attempts));
    else await queue.remove(mail);
  };
  return createQueueWorker({
    name: 'mails',
    pollIntervalMs: POLL_INTERVAL_MS,
    concurrency: CONCURRENCY,
    lease: queue.lease,
    attempt,
    wakeOn,
    gatherMs: GATHER_MS,
    stopGraceMs: STOP_GRACE_MS,
    logger,
  });
};
