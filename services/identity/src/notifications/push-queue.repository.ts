import type { PushKind } from 'contracts/notifications';
import { measureQueue, postponeLease } from 'service-kit/leased-queue';
import type { Lease, QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { NoticePage } from './due-notice.repository.ts';
import type { PushTarget } from './push-transport.ts';

export interface QueuedPush extends PushTarget, Lease {
  deviceId: string;
  kind: PushKind;
  /** Current slug of the model; null when it is hidden or deleted. */
  slug: string | null;
  name: string;
  secondsLeft: number;
}

/** Table of the queue; commits to it wake the worker. */
export const PUSH_QUEUE = 'pushes';
/** Longer than the transport's timeout. */
const LEASE_SECONDS = 60;

const FAN_OUT: Readonly<Record<PushKind, string>> = { live: 'live_push', content: 'content_push' };

/** Queues a message to each device of a page's subscribers who chose it. */
export const enqueuePushes = async (
  client: Queryable,
  { kind, modelId, cause, expiresAt, after, last }: NoticePage,
): Promise<void> => {
  const { rowCount } = await client.query(
    `insert into pushes (id, device_id, kind, model_id, cause, expires_at)
     select gen_random_uuid(), d.id, $1, $2, $3, $4 from notification_choices c join push_devices d on d.subscriber_id = c.subscriber_id
     where c.model_id = $2 and c.${FAN_OUT[kind]} and c.subscriber_id > $5 and c.subscriber_id <= $6
     for key share of d on conflict do nothing`,
    [kind, modelId, cause, expiresAt, after, last],
  );
  if (rowCount !== 0) wakeAfterCommit(client, PUSH_QUEUE);
};

export const createPushQueue = (postgres: Pick<Postgres, 'query'>) => ({
  /** Leases the messages that have been due longest, at most `limit`. */
  lease: async (limit: number): Promise<QueuedPush[]> => {
    const { rows } = await postgres.query<QueuedPush>(
      `with leased as (
         update pushes set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
         where id in (select id from pushes where due_at <= now() order by due_at limit $1 for update skip locked)
         returning id, device_id, kind, model_id, attempts, expires_at)
       select l.id, l.device_id as "deviceId", l.kind, m.slug, coalesce(m.name, '') as name, l.attempts, d.endpoint, d.p256dh, d.auth,
         floor(extract(epoch from l.expires_at - now()))::int as "secondsLeft"
       from leased l join push_devices d on d.id = l.device_id
       left join models m on m.id = l.model_id and not m.is_deleted and not m.is_hidden`,
      [limit, LEASE_SECONDS],
    );
    return rows;
  },
  postpone: (push: Lease, delaySeconds: number): Promise<void> =>
    postponeLease(postgres, PUSH_QUEUE, push, delaySeconds),
  /** Marks a message as sent or abandoned. */
  complete: async ({ id }: Lease): Promise<void> => {
    await postgres.query('update pushes set due_at = null where id = $1', [id]);
  },
  /** Deletes a device that its push service does not know any more, with its messages. */
  removeDevice: async (deviceId: string): Promise<void> => {
    await postgres.query('delete from push_devices where id = $1', [deviceId]);
  },
  measure: (): Promise<QueueSize> =>
    measureQueue(postgres, { table: PUSH_QUEUE, waiting: 'due_at is not null', since: 'created_at' }),
});
export type PushQueue = ReturnType<typeof createPushQueue>;
