import { PUSH_KINDS } from 'contracts/notifications';
import type { PushKind } from 'contracts/notifications';
import type { Logger } from 'service-kit/logger';
import { Counter, Gauge } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';
import type { PushQueue } from './push-queue.repository.ts';

/** Only postponed is not final; a removed device is one that its push service knows no longer. */
const OUTCOMES = ['sent', 'postponed', 'rejected', 'device-removed', 'expired'] as const;
export type PushOutcome = (typeof OUTCOMES)[number];

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: PushQueue;
  logger: Logger;
}

/** Length and age of the queue, read at each scrape (the same on every replica), and the attempts of this replica by outcome. */
export const createPushMetrics = ({ metrics: { registry }, queue, logger }: Dependencies) => {
  const registers = [registry];
  const attempts = new Counter({
    name: 'push_attempts_total',
    help: 'Attempts to send a push message',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  for (const kind of PUSH_KINDS) for (const outcome of OUTCOMES) attempts.inc({ kind, outcome }, 0);
  const oldest = new Gauge({
    name: 'push_queue_oldest_seconds',
    help: 'Age of the oldest push message that has not been sent',
    registers,
  });
  new Gauge({
    name: 'push_queue_length',
    help: 'Push messages that have not been sent',
    registers,
    async collect() {
      try {
        const { length, oldestSeconds } = await queue.measure();
        this.set(length);
        oldest.set(oldestSeconds);
      } catch (error) {
        logger.warn({ err: error }, 'push queue measurement failed');
      }
    },
  });
  return { countAttempt: (kind: PushKind, outcome: PushOutcome): void => attempts.inc({ kind, outcome }) };
};
export type PushMetrics = ReturnType<typeof createPushMetrics>;
