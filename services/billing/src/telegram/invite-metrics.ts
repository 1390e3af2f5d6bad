import { createQueueMetrics } from 'service-kit/queue-metrics';
import type { QueueMetricsDependencies } from 'service-kit/queue-metrics';

export const createInviteMetrics = (dependencies: QueueMetricsDependencies) =>
  createQueueMetrics({
    ...dependencies,
    name: 'telegram_invite',
    noun: 'Telegram invite',
    kinds: ['invite', 'removal'],
    outcomes: ['sent', 'postponed'],
  });
export type InviteMetrics = ReturnType<typeof createInviteMetrics>;
