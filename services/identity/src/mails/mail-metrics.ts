import type { Logger } from 'service-kit/logger';
import { Counter, Gauge } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';
import type { MailQueue } from './mail-queue.repository.ts';
import type { MailKind } from './mails.ts';

/** unaddressed: a reset request whose address is unknown; rejected and expired are final, postponed is not. */
const OUTCOMES = ['sent', 'unaddressed', 'postponed', 'rejected', 'expired'] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: MailQueue;
  kinds: readonly MailKind[];
  logger: Logger;
}

/** Length and age of the queue, read at each scrape (the same on every replica), and the attempts of this replica by outcome. */
export const createMailMetrics = ({ metrics: { registry }, queue, kinds, logger }: Dependencies) => {
  const registers = [registry];
  const attempts = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // A rate sees growth alone: the first failure after a start would not count without the zero before it.
  for (const kind of kinds) for (const outcome of OUTCOMES) attempts.inc({ kind, outcome }, 0);
  const oldest = new Gauge({
    name: 'mail_queue_oldest_seconds',
    help: 'Age of the oldest mail that has not been sent',
    registers,
  });
  new Gauge({
    name: 'mail_queue_length',
    help: 'Mails that have not been sent',
    registers,
    async collect() {
      try {
        const { length, oldestSeconds } = await queue.measure();
        this.set(length);
        oldest.set(oldestSeconds);
      } catch (error) {
        logger.warn({ err: error }, 'mail queue measurement failed');
      }
    },
  });
  return { countAttempt: (kind: MailKind, outcome: MailOutcome): void => attempts.inc({ kind, outcome }) };
};
export type MailMetrics = ReturnType<typeof createMailMetrics>;
