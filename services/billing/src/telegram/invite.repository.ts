import { measureQueue } from 'service-kit/leased-queue';
import type { Lease, QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import type { BotApi } from './bot-api.ts';

/** Table of the queue; commits to it wake the worker. */
export const INVITE_QUEUE = 'telegram_invites';
/** Longer than all calls of one attempt. */
const LEASE_SECONDS = 60;

export interface DueInvite extends Pick<Lease, 'attempts'> {
  subscriberId: string;
  isWanted: boolean;
  link: string | null;
  /** Whether an earlier attempt of the removal may have banned the member. */
  isBanned: boolean;
}

interface InviteProgress {
  /** Whether invite and membership remain; false while they are being removed. */
  isWanted: boolean;
  hasLink: boolean;
  /** Whether a member joined by it. */
  isUsed: boolean;
  expiresAt: Date | null;
}

const RESUME = prepared(`
  update telegram_invites set is_wanted = true, attempts = 0, due_at = now(), waiting_since = now()
  where subscriber_id = $1 and not is_wanted and not is_banned and coalesce(leased_until <= now(), true)
    and (link is null or member_id is not null or expires_at > now() or expires_at <= now() - interval '1 hour')
    and not exists (select from subscribers where id = subscriber_id and erased)`);

const VALID_LINK = prepared(`
  select link from telegram_invites
  where subscriber_id = $1 and is_wanted and link is not null and (expires_at > now() or member_id is not null)`);

/**
 * Takes the removal of a subscriber who has access again back, except while an attempt runs, when the member may be banned, or when the
 * link was closed within the last hour, so that a join just before may be unread: then a request after the removal creates a new invite.
 */
const resume = async (client: Queryable, subscriberId: string): Promise<void> => {
  const { rowCount } = await client.query(RESUME, [subscriberId]);
  if (rowCount !== 0) wakeAfterCommit(client, INVITE_QUEUE);
};

export const createInviteRepository = (postgres: Pick<Postgres, 'query' | 'transaction'>) => ({
  /**
   * Requests an invite; returns its link if a valid one exists. Replaces one that expired unused, a minute later: until then a join
   * just before may be unread.
   */
  want: async (subscriberId: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ link: string | null }>(VALID_LINK, [subscriberId]);
    if (rows[0]) return rows[0].link;
    await postgres.transaction(async (client) => {
      await resume(client, subscriberId);
      await client.query(
        `insert into telegram_invites as i (subscriber_id) values ($1)
         on conflict (subscriber_id) do update set link = null, expires_at = null, waiting_since = now()
         where i.is_wanted and i.member_id is null and i.expires_at <= now() - interval '1 minute'`,
        [subscriberId],
      );
      wakeAfterCommit(client, INVITE_QUEUE);
    });
    return null;
  },
  resume,
  /** Ends the invite, in the transaction that ends the access or erases the person. */
  end: async (client: Queryable, subscriberId: string): Promise<void> => {
    const { rowCount } = await client.query(
      `update telegram_invites set is_wanted = false, attempts = 0, due_at = now(), waiting_since = now(), leased_until = null, is_banned = false
       where subscriber_id = $1 and is_wanted`,
      [subscriberId],
    );
    if (rowCount !== 0) wakeAfterCommit(client, INVITE_QUEUE);
  },
  lease: async (limit: number): Promise<DueInvite[]> => {
    const { rows } = await postgres.query<DueInvite>(
      `update telegram_invites set attempts = attempts + 1, due_at = now() + make_interval(secs => $2), leased_until = now() + make_interval(secs => $2)
       where subscriber_id in (
         select subscriber_id from telegram_invites
         where due_at <= now() and (link is null or not is_wanted)
         order by due_at limit $1 for update skip locked)
       returning subscriber_id as "subscriberId", is_wanted as "isWanted", link, attempts, is_banned as "isBanned"`,
      [limit, LEASE_SECONDS],
    );
    return rows;
  },
  /** Counts pending invites and removals. */
  measure: (): Promise<QueueSize> =>
    measureQueue(postgres, { table: INVITE_QUEUE, waiting: 'link is null or not is_wanted', since: 'waiting_since' }),
  /** Returns whether the row still belonged to this attempt: it may have been ended, or its lease taken over. */
  setLink: async ({ subscriberId, attempts }: DueInvite, link: string, expiresAt: Date): Promise<boolean> => {
    const { rowCount } = await postgres.query(
      `update telegram_invites set link = $3, expires_at = $4, attempts = 0 where subscriber_id = $1 and attempts = $2 and is_wanted`,
      [subscriberId, attempts, link, expiresAt],
    );
    return rowCount === 1;
  },
  discard: (client: Queryable, subscriberId: string) =>
    client.query('delete from telegram_invites where subscriber_id = $1', [subscriberId]),
  /** Lets a revoked link expire, even if its removal was taken back meanwhile. */
  expire: async (link: string): Promise<void> => {
    await postgres.query('update telegram_invites set expires_at = now() where link = $1', [link]);
  },
  /** Returns the member to ban, as text; null if there is none, or the removal no longer belongs to this attempt. */
  startBan: async ({ subscriberId, attempts }: DueInvite): Promise<string | null> => {
    const { rows } = await postgres.query<{ memberId: string }>(
      `update telegram_invites set is_banned = true
       where subscriber_id = $1 and attempts = $2 and not is_wanted and member_id is not null
       returning member_id::text as "memberId"`,
      [subscriberId, attempts],
    );
    return rows[0]?.memberId ?? null;
  },
  /** Deletes an invite whose removal is completed, unless it was taken back or its lease taken over. */
  remove: async ({ subscriberId, attempts }: DueInvite): Promise<void> => {
    await postgres.query('delete from telegram_invites where subscriber_id = $1 and attempts = $2 and not is_wanted', [
      subscriberId,
      attempts,
    ]);
  },
  /** @param isBanRejected whether Telegram rejected the ban that the attempt started */
  postpone: async (
    { subscriberId, attempts, isWanted, isBanned }: DueInvite,
    delaySeconds: number,
    { isBanRejected }: { isBanRejected: boolean },
  ): Promise<void> => {
    await postgres.query(
      `update telegram_invites set due_at = now() + make_interval(secs => $4), leased_until = null, is_banned = is_banned and not $5
       where subscriber_id = $1 and attempts = $2 and is_wanted = $3`,
      [subscriberId, attempts, isWanted, delaySeconds, isBanRejected && !isBanned],
    );
  },
  /**
   * Stores who joined by which link, and requests a new invite for members who left, unless it is being removed. One replica reads at
   * a time.
   * @returns whether there may be more; null when another replica is reading
   */
  readMemberships: (read: BotApi['memberships'], { wait }: { wait: boolean }): Promise<boolean | null> =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<{ next: string }>(
        `select next_update as next from telegram_updates for update ${wait ? '' : 'skip locked'}`,
      );
      if (!rows[0]) return null;
      const { memberships, next, hasMore } = await read(Number(rows[0].next));
      for (const { link, memberId } of memberships)
        if (link === null) {
          await client.query(
            `update telegram_invites set link = null, expires_at = null, member_id = null, attempts = 0, due_at = now(), waiting_since = now()
             where member_id = $1 and is_wanted`,
            [memberId],
          );
          // The link of a removal is still to be revoked.
          await client.query('update telegram_invites set member_id = null where member_id = $1', [memberId]);
        } else await client.query('update telegram_invites set member_id = $2 where link = $1', [link, memberId]);
      await client.query('update telegram_updates set next_update = $1', [next]);
      if (memberships.length > 0) wakeAfterCommit(client, INVITE_QUEUE);
      return hasMore;
    }),
  /** Returns the progress of a subscriber's invite, without link and member; null when there is none. */
  progressOf: async (subscriberId: string): Promise<InviteProgress | null> => {
    const { rows } = await postgres.query<InviteProgress>(
      `select is_wanted as "isWanted", link is not null as "hasLink", member_id is not null as "isUsed", expires_at as "expiresAt"
       from telegram_invites where subscriber_id = $1`,
      [subscriberId],
    );
    return rows[0] ?? null;
  },
  /** Returns the stored invite of a subscriber. */
  of: async (subscriberId: string): Promise<{ link: string | null; memberId: string | null } | null> => {
    const { rows } = await postgres.query<{ link: string | null; memberId: string | null }>(
      'select link, member_id::text as "memberId" from telegram_invites where subscriber_id = $1',
      [subscriberId],
    );
    return rows[0] ?? null;
  },
});
export type InviteRepository = ReturnType<typeof createInviteRepository>;
