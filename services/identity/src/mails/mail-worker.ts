import { retryDelay } from 'contracts/retry-delay';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import type { MailComposer } from './mail-composer.ts';
import type { MailMetrics, MailOutcome } from './mail-metrics.ts';
import type { MailQueue, QueuedMail } from './mail-queue.repository.ts';
import { RecipientRejectedError } from './smtp-transport.ts';
import type { SmtpTransport } from './smtp-transport.ts';

/** Poll interval when no commit of this process wakes the worker. */
const POLL_INTERVAL_MS = 1_000;
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

/**
 * Sends the queued mails concurrently. Replicas share the queue by leases: a mail is sent twice only when a process crashes between
 * the mail server's acceptance and the deletion of the row.
 */
export const createMailWorker = ({ queue, composer, transport, wakeOn, logger, metrics }: Dependencies) => {
  const shutdown = new AbortController();
  const sends = new Set<Promise<void>>();

  const outcomeOf = (error: unknown, { isExpired }: QueuedMail): MailOutcome =>
    error instanceof RecipientRejectedError ? 'rejected' : isExpired ? 'expired' : 'postponed';
  const attempt = async (mail: QueuedMail): Promise<MailOutcome> => {
    try {
      const message = await composer.compose(mail);
      if (!message) return 'unaddressed';
      await transport.send(message, shutdown.signal);
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
  const handle = async (mail: QueuedMail): Promise<void> => {
    const outcome = await attempt(mail);
    metrics?.countAttempt(mail.kind, outcome);
    const end = {
      postponed: () => queue.postpone(mail, retryDelay(RETRY_SECONDS, mail.attempts)),
      sent: () => queue.settle(mail),
    };
    await (outcome === 'postponed' || outcome === 'sent' ? end[outcome]() : queue.remove(mail)).catch(
      (error: unknown) => logger.warn({ err: error, mailId: mail.id, outcome }, 'mail lease not released'),
    );
  };
  const begin = (mail: QueuedMail) => {
    const send = handle(mail).finally(() => sends.delete(send));
    sends.add(send);
  };
  /** Waits for free slots and starts due mails in them; returns their number. */
  const fillSlots = async (signal?: AbortSignal): Promise<number> => {
    if (sends.size >= CONCURRENCY) await Promise.race(sends);
    if (signal?.aborted) return 0;
    const mails = await queue.lease(CONCURRENCY - sends.size);
    for (const mail of mails) begin(mail);
    return mails.length;
  };
  const work = async (signal: AbortSignal): Promise<boolean> => {
    await fillSlots(signal);
    return sends.size >= CONCURRENCY;
  };
  const worker = createWorker({ name: 'mails', intervalMs: POLL_INTERVAL_MS, work, wakeOn, logger });

  return {
    start: worker.start,
    /** Waits briefly for running sends to end; interrupted ones are sent again later. */
    stop: async (): Promise<void> => {
      const grace = setTimeout(() => shutdown.abort(), STOP_GRACE_MS);
      await worker.stop();
      await Promise.all(sends);
      clearTimeout(grace);
    },
    /** Attempts every mail that is due now. */
    sendDue: async (): Promise<void> => {
      while ((await fillSlots()) > 0) await Promise.all(sends);
    },
  };
};
