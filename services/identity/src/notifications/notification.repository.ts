import { randomUUID } from 'node:crypto';
import { NOTIFIED_MODELS_MAX } from 'contracts/notifications';
import type { ModelNotifications, NotificationSettings, PushSubscriptionInput } from 'contracts/notifications';
import type { KnownViewer } from 'service-kit/auth';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { z } from 'zod';
import { MAIL_QUEUE } from '../mails/mail-queue.repository.ts';
import type { NoticePage } from './due-notice.repository.ts';

interface DeviceRow {
  id: string;
  device: string;
  created_at: Date;
  current: boolean;
}

/** Stores the notifications that subscribers have chosen, and their devices. */
export const createNotificationRepository = (postgres: Pick<Postgres, 'query'>) => ({
  devices: async ({ id, sessionId }: KnownViewer): Promise<NotificationSettings['devices']> => {
    const { rows } = await postgres.query<DeviceRow>(
      `select p.id, s.device, p.created_at, p.session_id = $2 as current
       from push_devices p join sessions s on s.id = p.session_id where p.subscriber_id = $1 order by p.created_at desc, p.id`,
      [id, sessionId],
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  },
  models: async (subscriberId: string): Promise<NotificationSettings['models']> => {
    const { rows } = await postgres.query<NotificationSettings['models'][number]>(
      `select m.slug, coalesce(nullif(m.name, ''), m.slug) as name, c.live_push, c.content_push, c.live_mail
       from notification_choices c join models m on m.id = c.model_id and not m.is_deleted and not m.is_hidden
       where c.subscriber_id = $1 order by name, m.slug`,
      [subscriberId],
    );
    return rows;
  },
  /**
   * Registers the browser of a session as a device; false when that session has ended. A browser is the device of one session only.
   */
  saveDevice: async (
    client: Queryable,
    { id, sessionId }: KnownViewer,
    { endpoint, keys }: PushSubscriptionInput,
  ): Promise<boolean> => {
    await client.query('delete from push_devices where endpoint = $1 and session_id <> $2', [endpoint, sessionId]);
    const { rowCount } = await client.query(
      `insert into push_devices (id, subscriber_id, session_id, endpoint, p256dh, auth)
       select $1, s.id, $3, $4, $5, $6 from subscribers s join sessions on sessions.id = $3 and sessions.subject_id = s.id::text
       where s.id = $2 for key share
       on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
      [randomUUID(), id, sessionId, endpoint, keys.p256dh, keys.auth],
    );
    return rowCount === 1;
  },
  removeDevice: async (subscriberId: string, deviceId: string): Promise<void> => {
    await postgres.query('delete from push_devices where subscriber_id = $1 and id = $2', [subscriberId, deviceId]);
  },
  /** Stores a choice; false when the subscriber has reached the limit, or was erased. */
  saveChoice: async (
    client: Queryable,
    subscriberId: string,
    modelId: string,
    { live_push, content_push, live_mail }: ModelNotifications,
  ): Promise<boolean> => {
    // Locks the subscriber: two concurrent changes could together exceed the limit.
    const { rowCount: known } = await client.query('select 1 from subscribers where id = $1 for no key update', [
      subscriberId,
    ]);
    if (known !== 1) return false;
    if (!live_push && !content_push && !live_mail) {
      await client.query('delete from notification_choices where subscriber_id = $1 and model_id = $2', [
        subscriberId,
        modelId,
      ]);
      return true;
    }
    const { rowCount } = await client.query(
      `insert into notification_choices (subscriber_id, model_id, live_push, content_push, live_mail)
       select $1, $2, $3, $4, $5
       where (select count(*) from notification_choices where subscriber_id = $1 and model_id <> $2) < $6
       on conflict (subscriber_id, model_id) do update
       set live_push = excluded.live_push, content_push = excluded.content_push, live_mail = excluded.live_mail`,
      [subscriberId, modelId, live_push, content_push, live_mail, NOTIFIED_MODELS_MAX],
    );
    return rowCount === 1;
  },
  /** Unsubscribes from the mails with this token's link; ignores an unknown one. */
  unsubscribe: async (token: string): Promise<void> => {
    if (!z.guid().safeParse(token).success) return;
    await postgres.query('update notification_choices set live_mail = false where unsubscribe_token = $1::uuid', [
      token,
    ]);
  },
});
export type NotificationRepository = ReturnType<typeof createNotificationRepository>;

/** Queues a mail about a live to each subscriber of a page who chose it. */
export const enqueueLiveMails = async (
  client: Queryable,
  { modelId, cause, after, last }: NoticePage,
): Promise<void> => {
  const { rowCount } = await client.query(
    `with chosen as (
       insert into mail_causes (subscriber_id, kind, cause)
       select s.id, 'live-started', $2 from notification_choices c join subscribers s on s.id = c.subscriber_id
       where c.model_id = $1 and c.live_mail and c.subscriber_id > $3 and c.subscriber_id <= $4
       for key share of s on conflict do nothing returning subscriber_id)
     insert into mails (id, kind, subscriber_id, data)
     select gen_random_uuid(), 'live-started', c.subscriber_id,
       jsonb_build_object('name', coalesce(nullif(m.name, ''), m.slug), 'slug', m.slug, 'token', c.unsubscribe_token)
     from chosen join notification_choices c using (subscriber_id) join models m on m.id = c.model_id where c.model_id = $1`,
    [modelId, cause, after, last],
  );
  if (rowCount !== 0) wakeAfterCommit(client, MAIL_QUEUE);
};
