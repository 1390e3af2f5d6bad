import type { CallResponse } from 'contracts/operation';
import { STOP_REMINDER_PARAMETER } from 'contracts/operations/reminders';
import type { getReminder } from 'contracts/operations/reminders';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { hashToken, newRandomToken } from 'service-kit/random-token';
import { discardMails, enqueueMail } from '../mails/mail-queue.repository.ts';

/** Delay after the consent. */
const DELAY_HOURS = 24;
const KIND = 'unpaid-reminder';

/** Returns the link with which the mail unsubscribes from reminders. */
export const stopUrlOf = (publicUrl: string, token: string): string =>
  `${publicUrl}/?${STOP_REMINDER_PARAMETER}=${encodeURIComponent(token)}`;

/** Manages the single reminder of a missing payment (docs/domain.md#mails). */
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
  /** Queues the reminder once, if the subscriber has never paid and has not unsubscribed. */
  request: (subscriberId: string): Promise<void> =>
    postgres.transaction(async (client) => {
      const { rowCount } = await client.query(
        `update subscribers set reminder_requested_at = now()
         where id = $1 and reminder_requested_at is null and reminder_stopped_at is null and welcomed_at is null`,
        [subscriberId],
      );
      if (rowCount === 1) await enqueueMail(client, { kind: KIND, subscriberId, data: {} }, DELAY_HOURS);
    }),
  /** Creates a token for the mail's link; null, which sends no mail, when the subscriber has paid or unsubscribed meanwhile. */
  issueStopToken: async (subscriberId: string): Promise<string | null> => {
    const token = newRandomToken();
    const { rowCount } = await postgres.query(
      `update subscribers set reminder_stop_hash = $2
       where id = $1 and reminder_requested_at is not null and reminder_stopped_at is null and welcomed_at is null`,
      [subscriberId, hashToken(token)],
    );
    return rowCount === 1 ? token : null;
  },
  /** Unsubscribes the subscriber of the link, if it is valid. */
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

/** Deletes a queued reminder after a payment. */
export const discardReminder = (client: Queryable, subscriberId: string): Promise<void> =>
  discardMails(client, subscriberId, KIND);
