import type { Logger } from 'service-kit/logger';
import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { Metrics } from 'service-kit/telemetry';
import type { InviteRepository } from './invite.repository.ts';

interface Dependencies {
  metrics: Pick<Metrics, 'registry'>;
  queue: Pick<InviteRepository, 'measure'>;
  logger: Logger;
}

export const createInviteMetrics = (dependencies: Dependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'telegram_invite',
    noun: 'Telegram invite',
    kinds: ['invite', 'removal'],
    outcomes: ['sent', 'postponed'],
  });
export type InviteMetrics = ReturnType<typeof createInviteMetrics>;
