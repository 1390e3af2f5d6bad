import { randomUUID } from 'node:crypto';
import type { Postgres, Queryable } from 'service-kit/postgres';

/** Each kind of mail with its recipient and the facts that its template needs. No secrets: rows lie in the database and its backups. */
export type MailRequest =
  /** `email` is the address as typed, known or not. `token` in development mode only, where its link was already in the response. */
  | { kind: 'reset'; email: string; data: { token?: string } }
  | { kind: 'welcome'; subscriberId: string; data: Record<string, never> }
  /** `changedAt`: ISO 8601. */
  | { kind: 'password-changed'; subscriberId: string; data: { changedAt: string } }
  /** To the address that the affiliate gave for the mails of its models. */
  | { kind: 'affiliate-password-changed'; email: string; data: { name: string; slug: string; changedAt: string } };
export type MailKind = MailRequest['kind'];

export type QueuedMail = MailRequest & {
  id: string;
  /** Including this one. */
  attempts: number;
  /** Older than GIVE_UP_HOURS: a failure is final. */
  isExpired: boolean;
};

/** Longer than the timeouts of the database and the mail server together, so that a lease never ends during a send. */
const LEASE_SECONDS = 120;
const GIVE_UP_HOURS = 24;

/**
 * Queues a mail in the transaction that causes it.
 * @throws when the subscriber does not exist
 */
export const enqueueMail = async (client: Queryable, mail: MailRequest): Promise<void> => {
  await client.query('insert into mails (id, kind, subscriber_id, email, data) values ($1, $2, $3, $4, $5)', [
    randomUUID(),
    mail.kind,
    'subscriberId' in mail ? mail.subscriberId : null,
    'email' in mail ? mail.email : null,
    mail.data,
  ]);
};

/** @param kinds those that this version can write: during a rolling update, newer kinds wait for a newer replica */
export const createMailQueue = (postgres: Pick<Postgres, 'query'>, kinds: readonly MailKind[]) => ({
  /** Leases the mails that have been due longest, at most `limit`. */
  lease: async (limit: number): Promise<QueuedMail[]> => {
    const { rows } = await postgres.query<QueuedMail & { subscriberId: string | null; email: string | null }>(
      `update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => $3)
       where id in (select id from mails where due_at <= now() and kind = any($2) order by due_at limit $1 for update skip locked)
       returning id, kind, subscriber_id as "subscriberId", email, data, attempts, created_at < now() - make_interval(hours => $4) as "isExpired"`,
      [limit, kinds, LEASE_SECONDS, GIVE_UP_HOURS],
    );
    return rows;
  },
  /** Ends the lease of a mail that was not sent; `attempts` fences a replica whose lease another one has taken over. */
  postpone: async ({ id, attempts }: Pick<QueuedMail, 'id' | 'attempts'>, delaySeconds: number): Promise<void> => {
    await postgres.query(
      'update mails set due_at = now() + make_interval(secs => $3) where id = $1 and attempts = $2',
      [id, attempts, delaySeconds],
    );
  },
  remove: async ({ id }: Pick<QueuedMail, 'id'>): Promise<void> => {
    await postgres.query('delete from mails where id = $1', [id]);
  },
  /** Number of queued mails, and the age of the oldest one. */
  measure: async (): Promise<{ length: number; oldestSeconds: number }> => {
    const { rows } = await postgres.query<{ length: number; oldestSeconds: number }>(
      'select count(*)::int as length, coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestSeconds" from mails',
    );
    return rows[0] ?? { length: 0, oldestSeconds: 0 };
  },
});
export type MailQueue = ReturnType<typeof createMailQueue>;
