import { randomUUID } from 'node:crypto';
import { measureQueue, postponeLease } from 'service-kit/leased-queue';
import type { Lease, QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import type { MailKind, MailRequest } from './mails.ts';

export interface QueuedMail extends Lease {
  kind: MailKind;
  /** Null when the kind is addressed by e-mail address. */
  subscriberId: string | null;
  email: string | null;
  /** Validated with the kind's schema when the mail is composed. */
  data: unknown;
  /** Whether the mail is older than GIVE_UP_HOURS, which makes a failure final. */
  isExpired: boolean;
}

/** Longer than the timeouts of database and mail server together, so that a lease never ends during a send. */
const LEASE_SECONDS = 120;
const GIVE_UP_HOURS = 24;
/** Table of the queue; commits to it wake the worker. */
export const MAIL_QUEUE = 'mails';

const ADD = prepared(`
  insert into mails (id, kind, subscriber_id, email, data, due_at, created_at)
  select $1, $2, $3, $4, $5, due, due from (select now() + make_interval(hours => $6) as due) later`);
const ADD_CAUSE = prepared(`
  insert into mail_causes (subscriber_id, kind, cause)
  select id, $2, $3 from subscribers where id = $1 for key share on conflict do nothing`);
// Not prepared: planned for a queue that is usually empty, it would scan all rows after a burst.
const COMPLETE = `
  with removed as (delete from mails where id = $1 returning id, kind, subscriber_id, email)
  insert into sent_mails (id, kind, subscriber_id)
  select r.id, r.kind, s.id from removed r join subscribers s on s.id = r.subscriber_id or lower(s.email) = lower(r.email)
  for key share of s on conflict do nothing`;

/**
 * Queues a mail in the transaction that causes it.
 * @param delayHours delay during which the queued mail counts as not yet created
 * @throws when the subscriber does not exist
 */
export const enqueueMail = async (client: Queryable, mail: MailRequest, delayHours = 0): Promise<void> => {
  await client.query(ADD, [
    randomUUID(),
    mail.kind,
    'subscriberId' in mail ? mail.subscriberId : null,
    'email' in mail ? mail.email : null,
    mail.data,
    delayHours,
  ]);
  wakeAfterCommit(client, MAIL_QUEUE);
};

/** Deletes the queued mails of a kind to a subscriber. */
export const discardMails = async (client: Queryable, subscriberId: string, kind: MailKind): Promise<void> => {
  await client.query('delete from mails where subscriber_id = $1 and kind = $2', [subscriberId, kind]);
};

/**
 * Queues a mail to a subscriber in the transaction of its event, unless one of its kind was already queued for the same cause, or
 * the subscriber does not exist.
 * @param cause subject of the mail, the same on each delivery of the event
 */
export const enqueueMailOnce = async (
  client: Queryable,
  mail: Extract<MailRequest, { subscriberId: string }>,
  cause: string,
): Promise<void> => {
  const { rowCount } = await client.query(ADD_CAUSE, [mail.subscriberId, mail.kind, cause]);
  if (rowCount === 1) await enqueueMail(client, mail);
};

/** One mail for each of a model's followers, up to a million at once. Migration 022 has an index of all other kinds. */
const BULK_KIND: MailKind = 'live-started';

/** @param kinds kinds that this version can compose: during a rolling update, newer kinds wait for a newer replica */
export const createMailQueue = (postgres: Pick<Postgres, 'query'>, kinds: readonly MailKind[]) => ({
  /** Leases the mails that have been due longest, at most `limit`; bulk mails after all others. */
  lease: async (limit: number): Promise<QueuedMail[]> => {
    const selectDue = (condition: string) =>
      `select id from mails where due_at <= now() and kind = any($2) and ${condition}`;
    const { rows } = await postgres.query<QueuedMail>(
      `with single as (${selectDue(`kind <> '${BULK_KIND}'`)} order by due_at limit $1 for update skip locked),
         bulk as (${selectDue(`kind = '${BULK_KIND}'`)} order by due_at limit $1 - (select count(*) from single) for update skip locked)
       update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => $3)
       where id in (select id from single union all select id from bulk)
       returning id, kind, subscriber_id as "subscriberId", email, data, attempts, created_at < now() - make_interval(hours => $4) as "isExpired"`,
      [limit, kinds, LEASE_SECONDS, GIVE_UP_HOURS],
    );
    return rows;
  },
  postpone: (mail: Lease, delaySeconds: number): Promise<void> =>
    postponeLease(postgres, MAIL_QUEUE, mail, delaySeconds),
  /** Deletes a sent mail and records it for its subscriber, even when it was addressed by e-mail address. */
  complete: async ({ id }: Lease): Promise<void> => {
    await postgres.query(COMPLETE, [id]);
  },
  remove: async ({ id }: Lease): Promise<void> => {
    await postgres.query('delete from mails where id = $1', [id]);
  },
  /** Counts the queued mails without delayed ones. */
  measure: (): Promise<QueueSize> =>
    measureQueue(postgres, { table: MAIL_QUEUE, waiting: 'created_at <= now()', since: 'created_at' }),
});
export type MailQueue = ReturnType<typeof createMailQueue>;
