import type { CallResponse } from 'contracts/operation';
import { STOP_REMINDER_PARAMETER } from 'contracts/operations/reminders';
import type { getReminder } from 'contracts/operations/reminders';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { hashToken, newRandomToken } from 'service-kit/random-token';
import { discardMails, enqueueMail } from '../mails/mail-queue.repository.ts';

/** Hours after the consent. */
const DELAY_HOURS = 24;
const KIND = 'unpaid-reminder';

/** The link of the mail that ends reminders. */
export const stopUrlOf = (publicUrl: string, token: string): string =>
  `${publicUrl}/?${STOP_REMINDER_PARAMETER}=${encodeURIComponent(token)}`;

/** The one reminder of a payment that was not made (docs/domain.md#mails). */
export const createReminderRepository = (postgres: Pick<Postgres, 'query' | 'transaction'>) => ({
  stateOf: async (subscriberId: string): Promise<CallResponse<typeof getReminder>['state']> => {
    const { rows } = await postgres.query<CallResponse<typeof getReminder>>(
      `select case
         when welcomed_at is not null or reminder_stopped_at is not null
           or reminder_requested_at <= now() - make_interval(hours => $2) then 'unavailable'
         when reminder_requested_at is not null then 'requested'
         else 'available'
       end as state from subscribers where id = $1`,
      [subscriberId, DELAY_HOURS],
    );
    return rows[0]?.state ?? 'unavailable';
  },
  /** Queues the reminder, once, for who has never paid and has not ended it. */
  request: (subscriberId: string): Promise<void> =>
    postgres.transaction(async (client) => {
      const { rowCount } = await client.query(
        `update subscribers set reminder_requested_at = now()
         where id = $1 and reminder_requested_at is null and reminder_stopped_at is null and welcomed_at is null`,
        [subscriberId],
      );
      if (rowCount === 1) await enqueueMail(client, { kind: KIND, subscriberId, data: {} }, DELAY_HOURS);
    }),
  /** A new token for the link of the mail; null where the subscriber has paid meanwhile or ended it: no mail is sent. */
  issueStopToken: async (subscriberId: string): Promise<string | null> => {
    const token = newRandomToken();
    const { rowCount } = await postgres.query(
      `update subscribers set reminder_stop_hash = $2
       where id = $1 and reminder_requested_at is not null and reminder_stopped_at is null and welcomed_at is null`,
      [subscriberId, hashToken(token)],
    );
    return rowCount === 1 ? token : null;
  },
  /** Ends reminders of the link's subscriber, if it is one's. */
  stop: (token: string): Promise<void> =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `update subscribers set reminder_stopped_at = coalesce(reminder_stopped_at, now()) where reminder_stop_hash = $1 returning id`,
        [hashToken(token)],
      );
      for (const { id } of rows) await discardMails(client, id, KIND);
    }),
});
export type ReminderRepository = ReturnType<typeof createReminderRepository>;

/** Removes a waiting reminder: the subscriber has paid. */
export const discardReminder = (client: Queryable, subscriberId: string): Promise<void> =>
  discardMails(client, subscriberId, KIND);
