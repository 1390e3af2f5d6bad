import { DAY_MS } from 'contracts/durations';
import { retryDelay } from 'contracts/retry-delay';
import { createQueueWorker } from 'service-kit/leased-queue';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import { BAN, BotApiError } from './bot-api.ts';
import type { BotApi } from './bot-api.ts';
import type { InviteMetrics } from './invite-metrics.ts';
import type { DueInvite, InviteRepository } from './invite.repository.ts';

const POLL_INTERVAL_MS = 2_000;
const MEMBERSHIP_INTERVAL_MS = 10_000;
/** The Bot API allows few calls per second. */
const CONCURRENCY = 1;
const RETRY_SECONDS = [5, 30, 120, 600];
const VALID_DAYS = 7;

interface Dependencies {
  /** null without a bot: no invite is created or removed. */
  bot: BotApi | null;
  invites: InviteRepository;
  wakeOn: ReturnType<Postgres['commitsTo']>;
  metrics?: InviteMetrics;
  logger: Logger;
}

const retryDelaySeconds = (error: unknown, attempts: number): number =>
  (error instanceof BotApiError && error.retryAfterSeconds) || retryDelay(RETRY_SECONDS, attempts);

/** Whether the call certainly had no effect, unlike one without a response. */
const isRejected = (error: unknown): error is BotApiError =>
  error instanceof BotApiError && error.status >= 400 && error.status < 500;

/** Manages the personal invites to the site's chat (docs/domain.md#telegram). */
export const createInvites = ({ bot, invites, wakeOn, metrics, logger }: Dependencies) => {
  /** Reads joins and departures. @param wait for another replica that is reading, so that its result is stored afterwards */
  const readMemberships = async (
    bot: BotApi,
    { wait, signal }: { wait: boolean; signal?: AbortSignal },
  ): Promise<void> => {
    while (!signal?.aborted && (await invites.readMemberships(bot.memberships, { wait })));
  };
  const revoke = async (bot: BotApi, link: string): Promise<void> => {
    let isRevoked = true;
    try {
      await bot.revokeInvite(link);
    } catch (error) {
      isRevoked = !isRejected(error);
      throw error;
    } finally {
      if (isRevoked) await invites.expire(link);
    }
  };
  const carryOut = async (bot: BotApi, invite: DueInvite): Promise<void> => {
    if (invite.isWanted) {
      const expiresAt = new Date(Date.now() + VALID_DAYS * DAY_MS);
      const link = await bot.createInvite(expiresAt);
      if (!(await invites.setLink(invite, link, expiresAt))) await bot.revokeInvite(link);
      return;
    }
    if (invite.link !== null) await revoke(bot, invite.link);
    // The link is now closed: this reads a join from just before.
    await readMemberships(bot, { wait: true });
    const memberId = await invites.startBan(invite);
    if (memberId !== null) await bot.removeMember(Number(memberId));
    await invites.remove(invite);
  };
  const attempt = async (bot: BotApi, invite: DueInvite): Promise<void> => {
    const { attempts, isWanted } = invite;
    const kind = isWanted ? 'invite' : 'removal';
    try {
      await carryOut(bot, invite);
      metrics?.countAttempt(kind, 'sent');
    } catch (error) {
      metrics?.countAttempt(kind, 'postponed');
      logger.warn({ err: error, attempts, isWanted }, 'telegram invite postponed');
      await invites.postpone(invite, retryDelaySeconds(error, attempts), {
        isBanRejected: isRejected(error) && error.method === BAN,
      });
    }
  };
  const createWorkers = (bot: BotApi) => ({
    queue: createQueueWorker<DueInvite>({
      name: 'telegram invites',
      pollIntervalMs: POLL_INTERVAL_MS,
      concurrency: CONCURRENCY,
      lease: invites.lease,
      attempt: (invite) => attempt(bot, invite),
      wakeOn,
      logger,
    }),
    memberships: createWorker({
      name: 'telegram memberships',
      intervalMs: MEMBERSHIP_INTERVAL_MS,
      work: (signal) => readMemberships(bot, { wait: false, signal }),
      logger,
    }),
  });
  const workers = bot && createWorkers(bot);
  return {
    isEnabled: bot !== null,
    /** Returns the invite of a subscriber with access; null until Telegram has created it. Never waits for Telegram. */
    linkOf: invites.want,
    resume: invites.resume,
    end: invites.end,
    /** Ends the invite of an erased person; without a bot to remove it, discards it immediately. */
    erase: (client: Queryable, subscriberId: string) => (bot ? invites.end : invites.discard)(client, subscriberId),
    /** Performs all due creations and removals, for tests. */
    runDue: async (): Promise<void> => {
      if (bot) await readMemberships(bot, { wait: true });
      await workers?.queue.runDue();
    },
    workers: workers ? [workers.queue, workers.memberships] : [],
  };
};
export type Invites = ReturnType<typeof createInvites>;
