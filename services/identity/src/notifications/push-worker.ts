import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { QueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { PushMetrics, PushOutcome } from './push-metrics.ts';
import type { PushQueue, QueuedPush } from './push-queue.repository.ts';
import { EndpointRejectedError } from './push-transport.ts';
import type { PushResponse, PushTransport } from './push-transport.ts';

const POLL_INTERVAL_MS = 1_000;
/** Number of messages that one replica sends concurrently. */
const CONCURRENCY = 16;
/** Delay before each further attempt when the push service states none; the last one repeats. */
const RETRY_SECONDS = [5, 30, 120, 600];
/** Maximum delay that a push service can request. */
const MAX_DELAY_SECONDS = 3_600;

interface Dependencies {
  queue: PushQueue;
  /** null: the site has no key, and push messages are disabled. */
  transport: Pick<PushTransport, 'send'> | null;
  wakeOn: ReturnType<Postgres['commitsTo']>;
  logger: Logger;
  metrics?: PushMetrics;
}

const outcomeOf = (status: number): PushOutcome => {
  if (status >= 200 && status < 300) return 'sent';
  // The browser has unsubscribed, or its subscription has expired (RFC 8030, section 7.3).
  if (status === 404 || status === 410) return 'device-removed';
  return status === 429 || status >= 500 ? 'postponed' : 'rejected';
};

const delayOf = (attempts: number, { retryAfterSeconds }: Pick<PushResponse, 'retryAfterSeconds'>): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(retryAfterSeconds ?? 0, retryDelay(RETRY_SECONDS, attempts)));

/** Sends the queued push messages; those that a stop interrupts are sent again later. */
export const createPushWorker = ({ queue, transport, wakeOn, logger, metrics }: Dependencies): QueueWorker => {
  const send = async (
    push: QueuedPush,
    signal: AbortSignal,
  ): Promise<{ outcome: PushOutcome; delaySeconds: number }> => {
    const { id: pushId, kind, slug, name, attempts, secondsLeft } = push;
    if (!transport || slug === null || secondsLeft <= 0) return { outcome: 'expired', delaySeconds: 0 };
    try {
      const response = await transport.send(
        push,
        { kind, slug, name: name || slug },
        { lifetimeSeconds: secondsLeft, signal },
      );
      const outcome = outcomeOf(response.status);
      if (outcome !== 'sent')
        logger.warn({ pushId, kind, attempts, status: response.status, outcome }, 'push message rejected');
      return { outcome, delaySeconds: delayOf(attempts, response) };
    } catch (error) {
      const outcome = error instanceof EndpointRejectedError ? 'device-removed' : 'postponed';
      logger.warn({ err: error, pushId, kind, attempts, outcome }, 'push service unreachable');
      return { outcome, delaySeconds: delayOf(attempts, { retryAfterSeconds: null }) };
    }
  };
  const attempt = async (push: QueuedPush, signal: AbortSignal): Promise<void> => {
    const { outcome, delaySeconds } = await send(push, signal);
    metrics?.countAttempt(push.kind, outcome);
    if (outcome === 'device-removed') await queue.removeDevice(push.deviceId);
    else if (outcome === 'postponed') await queue.postpone(push, delaySeconds);
    else await queue.complete(push);
  };
  return createQueueWorker({
    name: 'pushes',
    pollIntervalMs: POLL_INTERVAL_MS,
    concurrency: CONCURRENCY,
    lease: queue.lease,
    attempt,
    wakeOn,
    logger,
  });
};
