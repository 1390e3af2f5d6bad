import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import { endNotice, lockNotice, nextPage, postponeNotice, saveProgress } from './due-notice.repository.ts';
import type { DueNotice } from './due-notice.repository.ts';
import type { NoticeMetrics } from './notice-metrics.ts';
import { enqueueLiveMails } from './notification.repository.ts';
import { enqueuePushes } from './push-queue.repository.ts';

/** Poll interval when no commit of this process wakes the worker. */
const POLL_INTERVAL_MS = 1_000;
/** Subscribers per transaction: takes one or two seconds with a million in the tables, and the server ends statements after 15. */
const PAGE_SIZE = 5_000;
const RETRY_SECONDS = 5;

interface Dependencies {
  postgres: Pick<Postgres, 'query' | 'transaction'>;
  wakeOn: ReturnType<Postgres['commitsTo']>;
  logger: Logger;
  metrics?: NoticeMetrics;
  pageSize?: number;
}

/**
 * Queues due notices to their recipients, in pages of subscribers, so that no transaction is long, however many have chosen a
 * model. Each page commits its progress, and notices alternate.
 */
export const createNoticeWorker = ({ postgres, wakeOn, logger, metrics, pageSize = PAGE_SIZE }: Dependencies) => {
  /** Queues one page. @returns whether there may be more */
  const queueOnce = async (): Promise<boolean> => {
    const locked: { notice?: DueNotice | null } = {};
    try {
      await postgres.transaction(async (client) => {
        const notice = await lockNotice(client);
        locked.notice = notice;
        if (!notice) return;
        if (notice.isOver) return endNotice(client, notice);
        const page = await nextPage(client, notice, pageSize);
        // Locks subscribers before their devices, in the same order as an erasure.
        if (page.kind === 'live') await enqueueLiveMails(client, page);
        await enqueuePushes(client, page);
        await (page.hasMore ? saveProgress(client, page) : endNotice(client, page));
      });
    } catch (error) {
      const { notice } = locked;
      if (!notice) throw error;
      const { cause, kind } = notice;
      logger.warn({ err: error, cause, kind }, 'notice postponed');
      metrics?.countAttempt(kind, 'postponed');
      await postponeNotice(postgres, notice, RETRY_SECONDS);
      return true;
    }
    const { notice } = locked;
    if (!notice) return false;
    const { cause, kind, isOver } = notice;
    if (isOver) logger.warn({ cause, kind }, 'notice abandoned');
    metrics?.countAttempt(kind, isOver ? 'expired' : 'queued');
    return true;
  };
  return {
    ...createWorker({ name: 'due notices', intervalMs: POLL_INTERVAL_MS, work: queueOnce, wakeOn, logger }),
    queueOnce,
    /** Queues every page that is due now, for tests. */
    runDue: async (): Promise<void> => {
      while (await queueOnce());
    },
  };
};
